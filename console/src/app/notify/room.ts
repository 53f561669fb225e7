/** Room below the page while pop-ups lie over its end: they cover neither the last row nor what stands below it. */

/** The shell's style adds it to what is below the content of a page. */
const ROOM = '--gantry-notices-room';
/** Between the pop-ups and the page, and in px still the end: browsers round. */
const [GAP, NEAR] = [16, 2] as const;

/** Keeps the room as large as the pop-ups are. Whoever has scrolled to the end of the page still sees it. @returns ends it, and takes the room away */
export function keepRoom(stack: HTMLElement): () => void {
  if (typeof ResizeObserver === 'undefined') return () => undefined;
  const { style } = document.documentElement;
  const measure = (): void => {
    const main = document.getElementById('main');
    // A page that has not been scrolled stays where it is, also one that fits the window.
    const isAtEnd = main !== null && main.scrollTop > 0 && main.scrollHeight - main.scrollTop - main.clientHeight <= NEAR;
    const { height, bottom } = stack.getBoundingClientRect();
    const room = height > 0 ? height + Math.max(0, innerHeight - bottom) + GAP : 0;
    style.setProperty(ROOM, `${room}px`);
    if (isAtEnd) main.scrollTop = main.scrollHeight;
  };
  const observer = new ResizeObserver(measure);
  observer.observe(stack);
  measure();
  return () => {
    observer.disconnect();
    style.removeProperty(ROOM);
  };
}
