/** Copies a text; also where the browser keeps its clipboard from pages without encryption. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = document.createElement("textarea");
    field.value = text;
    field.className = "hidden";
    document.body.append(field);
    field.select();
    // The old way is the only one there.
    // eslint-disable-next-line @typescript-eslint/no-deprecated
    const isCopied = document.execCommand("copy");
    field.remove();
    return isCopied;
  }
}
