/**
 * Runs `work` over the items, at most `width` at a time. What it hands back is begun as well, and takes no place: it only waits for others.
 * Ends when all have ended. At the first failure no more items are handed out; it is thrown at the end.
 */
export async function pool<T>(
  items: readonly T[],
  width: number,
  work: (item: T) => Promise<(() => Promise<void>) | undefined>,
): Promise<void> {
  let next = 0;
  const failures: unknown[] = [];
  const failed = (error: unknown): void => {
    next = items.length;
    failures.push(error);
  };
  const waits: Promise<void>[] = [];
  const worker = async (): Promise<void> => {
    while (next < items.length) {
      const wait = await work(items[next++] as T);
      if (wait) waits.push(wait().catch(failed));
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, () => worker().catch(failed)));
  await Promise.all(waits);
  if (failures.length > 0) throw failures[0];
}

/** Ends with `work`, or rejects with the signal's reason as soon as it aborts; a later outcome of `work` is dropped. */
export async function until<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  let stop = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'));
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
