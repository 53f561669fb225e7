/**
 * Lets `width` works run at once, of whomever. Who waits is served in turn by owner: a hundred works of one of them stand before one of
 * another as a single one does.
 */
export function createTurns<O = object>(width: number) {
  /** Owners who wait, in the order of their turns. */
  const waiting = new Map<O, (() => void)[]>();
  let running = 0;

  function next(): void {
    const [first] = waiting;
    if (!first) {
      running -= 1;
      return;
    }
    const [owner, line] = first;
    const begin = line.shift();
    waiting.delete(owner);
    if (line.length > 0) waiting.set(owner, line);
    begin?.();
  }

  return async function inTurn<T>(owner: O, work: () => Promise<T>): Promise<T> {
    if (running < width) running += 1;
    else
      await new Promise<void>((begin) => {
        const line = waiting.get(owner);
        if (line) line.push(begin);
        else waiting.set(owner, [begin]);
      });
    try {
      return await work();
    } finally {
      next();
    }
  };
}
