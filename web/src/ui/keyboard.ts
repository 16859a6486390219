/** What fields and keys have in common on several pages. */

/** Of a field for moves, rules and the like: nothing that a device could complete or correct. */
export const NOTATION = { autocomplete: "off", autocapitalize: "off", spellcheck: false } as const;

/** Whether a key is meant for what has the focus: a field, a list or a dialog. */
export function isElsewhere(event: KeyboardEvent): boolean {
  return (
    (event.target as HTMLElement).closest("input:not([type=radio]), textarea, select, dialog") !==
    null
  );
}
