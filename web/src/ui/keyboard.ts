/** Whether a key is meant for what has the focus: a field, a list or a dialog. */
export function isElsewhere(event: KeyboardEvent): boolean {
  return (
    (event.target as HTMLElement).closest("input:not([type=radio]), textarea, select, dialog") !==
    null
  );
}
