/** Milliseconds between two times that the progress of an upload is told (S0 §9). */
const THROTTLE_MS = 100;

/** Calls at once, and then at most once in each span, with the latest value. `end` calls no more. */
export function throttled<T>(call: (value: T) => void, span = THROTTLE_MS): { tell(value: T): void; end(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waiting: { value: T } | undefined;
  const rest = (): void => {
    timer = undefined;
    if (!waiting) return;
    const { value } = waiting;
    waiting = undefined;
    tell(value);
  };
  const tell = (value: T): void => {
    if (timer !== undefined) {
      waiting = { value };
      return;
    }
    timer = setTimeout(rest, span);
    call(value);
  };
  return {
    tell,
    end: () => {
      clearTimeout(timer);
      timer = undefined;
      waiting = undefined;
    },
  };
}
