/** Delay between two runs in ms (S0 §9). */
const POLL_MS = 5000;

/**
 * Runs a task now, and again after a delay once the run before has finished (S0 §9). A failing run is logged and does not end it.
 * @returns stops it, also during a run, whose signal then aborts.
 */
export function poll(task: (signal: AbortSignal) => Promise<void>, delay = POLL_MS): () => void {
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const run = async (): Promise<void> => {
    try {
      await task(controller.signal);
    } catch (error) {
      if (!controller.signal.aborted) console.error('A polled task has failed', error);
    }
    if (!controller.signal.aborted) timer = setTimeout(() => void run(), delay);
  };
  void run();
  return () => {
    controller.abort();
    clearTimeout(timer);
  };
}
