import { S3Error } from '../s3-error.ts';
import { STALL_MS } from './send.ts';

/** What passes by itself: a connection that was lost, a storage or a gateway before it that has too much to do or is being replaced. */
const PASSING: readonly number[] = [429, 502, 503, 504];
const passes = (error: unknown): error is S3Error =>
  error instanceof S3Error && (error.code === 'network' || PASSING.includes(error.status));

/** Milliseconds before the first further attempt; each next one waits twice as long, up to the longest. */
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 10_000;

const wait = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const cancelled = (): void => {
      clearTimeout(timer);
      reject(new S3Error('cancel', 'Cancelled'));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', cancelled);
      resolve();
    }, ms);
    if (signal.aborted) cancelled();
    else signal.addEventListener('abort', cancelled, { once: true });
  });

interface Retrying<T> {
  /** Sends from the beginning; says how many bytes have gone. */
  attempt(onProgress: (bytes: number) => void): Promise<T>;
  signal: AbortSignal;
  onProgress(bytes: number): void;
  patienceMs?: number;
}

/**
 * Sends again what has failed by something that passes, for as long as 60 s without progress: only bytes that no earlier attempt had sent
 * are progress, so that what always breaks at the same place comes to its end (S0 §9, decision J4).
 */
export async function retried<T>({ attempt, signal, onProgress, patienceMs = STALL_MS }: Retrying<T>): Promise<T> {
  let most = 0;
  let progressAt = Date.now();
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)) {
    try {
      return await attempt((bytes) => {
        if (bytes > most) {
          most = bytes;
          progressAt = Date.now();
          waitMs = FIRST_WAIT_MS;
        }
        onProgress(bytes);
      });
    } catch (error) {
      if (!passes(error)) throw error;
      const ms = error.retryAfter === undefined ? waitMs : error.retryAfter * 1000;
      if (Date.now() + ms - progressAt >= patienceMs) throw error;
      await wait(ms, signal);
    }
  }
}
