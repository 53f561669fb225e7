/** Rows and what is shown beside them, found where they are: the keys of a list work on whatever has the focus. */

type OnPeek = (id: string | undefined) => void;

/** Below this width in px there is no room beside a list. As in peek.css. */
const NO_ROOM = 768;

/** The rows of the list. */
export const listRows = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('main tr[data-id]')];

/** The row that is shown beside the list, or on a map the block. */
export const peekedRow = (): HTMLElement | null => document.querySelector<HTMLElement>('main [data-peeked]');

/** Opens the page of a row, or of what is shown beside the list. @returns false: it has none */
export function openPage(of: HTMLElement | null): boolean {
  const link = of?.querySelector('a');
  link?.click();
  return link != null;
}

/** What a click on a row does: shows it beside the list, or no longer. Where there is no room for that its page opens. */
export function showRow(id: string, row: HTMLElement, onPeek: OnPeek): void {
  if (innerWidth < NO_ROOM && openPage(row)) return;
  onPeek('peeked' in row.dataset ? undefined : id);
}

/** Closes what is beside the list. Whoever was in there goes on at the row. */
export function closePeek(onPeek: OnPeek): void {
  if (document.activeElement?.closest('.gantry-peek')) peekedRow()?.focus();
  onPeek(undefined);
}
