/** What `work` answers. Throws an Error that names what was waited for where it takes longer than `ms`, and calls `giveUp` then. */
export async function withinLimit<T>(what: string, ms: number, work: Promise<T>, giveUp?: () => void): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    late.reject(new Error(`${what}: nothing within ${ms / 1000} s`));
    giveUp?.();
  }, ms);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
