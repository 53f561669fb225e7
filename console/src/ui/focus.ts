/** So often, and so many ms apart, it is looked for (S2 §9). */
const ATTEMPTS = 10;
const DELAY_MS = 300;

/**
 * Puts the focus on something that may not be there yet: up to 10 attempts, 300 ms apart (S2 §9). Ends early when the user has moved on. The
 * first attempt is with the next frame, which lays the page out anyway: to focus asks for that at once.
 * @returns stops it.
 */
export function focusWhenThere(find: () => HTMLElement | null, isStillWanted: () => boolean = () => true): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let frame = 0;
  const attempt = (left: number): void => {
    if (!isStillWanted()) return;
    const element = find();
    if (element) element.focus();
    else if (left > 1) timer = setTimeout(() => attempt(left - 1), DELAY_MS);
  };
  frame = requestAnimationFrame(() => attempt(ATTEMPTS));
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
