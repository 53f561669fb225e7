import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Milliseconds between two samples, and of a window over which they are judged. */
const RESOLUTION = 10;
const WINDOW = 10_000;

/** Seconds that the event loop was late, in the last full window or the running one, whichever is worse. */
export interface LoopDelay {
  p50: number;
  p99: number;
  max: number;
}

/** Watches how late the event loop is. The window does not depend on who asks how often: several may ask. */
export function watchEventLoop(): { read(): LoopDelay; stop(): void } {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION });
  histogram.enable();
  // The sampler's own interval is part of what it measures.
  const seconds = (nanoseconds: number): number => Math.max(0, nanoseconds / 1e6 - RESOLUTION) / 1e3;
  const now = (): LoopDelay =>
    histogram.count === 0
      ? { p50: 0, p99: 0, max: 0 }
      : { p50: seconds(histogram.percentile(50)), p99: seconds(histogram.percentile(99)), max: seconds(histogram.max) };
  let last = now();
  const timer = setInterval(() => {
    last = now();
    histogram.reset();
  }, WINDOW);
  timer.unref();
  return {
    read() {
      const current = now();
      return { p50: Math.max(last.p50, current.p50), p99: Math.max(last.p99, current.p99), max: Math.max(last.max, current.max) };
    },
    stop() {
      clearInterval(timer);
      histogram.disable();
    },
  };
}
