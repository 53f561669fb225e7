import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { retried } from '../../../src/parts/object-storage/uploads/retry.ts';
import { sendFile } from '../../../src/parts/object-storage/uploads/send-file.ts';
import type { PutInput } from '../../../src/parts/object-storage/uploads/send.ts';
import { S3Error } from '../../../src/parts/object-storage/s3-error.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const outcome = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'done',
    (error: unknown) => (error as S3Error).code,
  );

/** A storage of which a test says what becomes of each put. */
function storage(answers: (S3Error | undefined)[] = []) {
  const log: string[] = [];
  const s3 = {
    putAddress: async (bucket: string, key: string) => `${bucket}/${key}`,
    partAddress: async ({ uploadId }: { uploadId: string }, number: number) => `${uploadId}#${number}`,
    beginParts: async (bucket: string, key: string, type: string) => {
      log.push(`begin ${bucket}/${key} ${type}`);
      return 'up';
    },
    completeParts: async (_: unknown, parts: readonly { number: number; etag: string }[]) => {
      log.push(`complete ${parts.map(({ number, etag }) => `${number}=${etag}`).join(' ')}`);
    },
    abortParts: async ({ uploadId }: { uploadId: string }) => void log.push(`abort ${uploadId}`),
  };
  const put = async ({ url, file, signal, onProgress }: PutInput): Promise<string> => {
    log.push(`put ${url} ${await file.text()}`);
    if (signal.aborted) throw new S3Error('cancel', '');
    const answer = answers.shift();
    if (answer) throw answer;
    onProgress(file.size);
    return `tag-${url.slice(-1)}`;
  };
  return { log, s3, put };
}

const sending = (parts: Pick<ReturnType<typeof storage>, 's3' | 'put'>, signal = new AbortController().signal) => {
  const told: number[] = [];
  const file = new File(['abcdefghij'], 'x.bin', { type: 'application/x' });
  const onProgress = (bytes: number): void => void told.push(bytes);
  const promise = sendFile({
    bucketName: 'b',
    key: 'k',
    file,
    headers: () => ({}),
    signal,
    onProgress,
    ...parts,
    singleMax: 9,
    partBytes: 4,
  });
  return { told, promise };
};

const busy = (retryAfter?: number) => new S3Error('SlowDown', '', { status: 503, retryAfter });

describe('a file that is too large for one request', () => {
  it('a large file goes in parts, one after the other, of which the object is made', async () => {
    const { log, ...parts } = storage();
    const { told, promise } = sending(parts);
    await promise;
    expect(log).toEqual(['begin b/k application/x', 'put up#1 abcd', 'put up#2 efgh', 'put up#3 ij', 'complete 1=tag-1 2=tag-2 3=tag-3']);
    expect(told).toEqual([4, 8, 10]);
  });

  it('the upload of a large file sends again the part on which the connection was lost, and no other', async () => {
    const { log, ...parts } = storage([undefined, new S3Error('network', ''), busy(), undefined]);
    const { promise } = sending(parts);
    await vi.advanceTimersByTimeAsync(5000);
    await promise;
    expect(log.filter((one) => one.startsWith('put'))).toEqual([
      'put up#1 abcd',
      'put up#2 efgh',
      'put up#2 efgh',
      'put up#2 efgh',
      'put up#3 ij',
    ]);
    expect(log.at(-1)).toMatch(/^complete/);
  });

  it.each(['AccessDenied', 'QuotaExceeded'])('the upload of a large file leaves no part behind when it fails by %s', async (code) => {
    const { log, ...parts } = storage([undefined, new S3Error(code, '', { status: 403 })]);
    expect(await outcome(sending(parts).promise)).toBe(code);
    expect(log.at(-1)).toBe('abort up');
    expect(log.some((one) => one.startsWith('complete'))).toBe(false);
  });

  it('the upload of a large file leaves no part behind when it is cancelled', async () => {
    const stop = new AbortController();
    const { log, s3, put } = storage();
    const { promise } = sending({ s3, put: async (input) => (stop.abort(), put(input)) }, stop.signal);
    expect(await outcome(promise)).toBe('cancel');
    expect(log.at(-1)).toBe('abort up');
  });

  it('the upload of a large file has no more than 10,000 parts', async () => {
    const { log, s3 } = storage();
    // As large as it says, without its bytes.
    const file = Object.defineProperties(new File([], 'large'), {
      size: { value: 400_000 },
      slice: { value: (from: number, to: number) => ({ size: Math.min(to, 400_000) - from }) },
    });
    const sizes: number[] = [];
    const put = async ({ file: part }: PutInput) => (sizes.push(part.size), 'e');
    const { signal } = new AbortController();
    await sendFile({
      bucketName: 'b',
      key: 'k',
      file,
      headers: () => ({}),
      signal,
      onProgress: () => undefined,
      s3,
      put,
      singleMax: 1,
      partBytes: 1,
    });
    expect([sizes.length, sizes[0]]).toEqual([10_000, 40]);
    expect(log).toHaveLength(2);
  });
});

describe('what failed by something that passes', () => {
  const times = async (errors: () => S3Error, progress: (attempt: number) => number = () => 0) => {
    const from = Date.now();
    const at: number[] = [];
    const promise = outcome(
      retried({
        signal: new AbortController().signal,
        onProgress: () => undefined,
        attempt: async (told) => {
          at.push((Date.now() - from) / 1000);
          told(progress(at.length));
          throw errors();
        },
      }),
    );
    await vi.advanceTimersByTimeAsync(600_000);
    return { at, code: await promise, after: (Date.now() - from) / 1000 };
  };

  it('a failed upload is sent again with growing pauses until 60 s have brought no progress', async () => {
    expect(await times(() => new S3Error('network', ''))).toMatchObject({ at: [0, 1, 3, 7, 15, 25, 35, 45, 55], code: 'network' });
  });

  it('a failed upload waits for as long as the busy storage wants', async () => {
    expect((await times(() => busy(20))).at).toEqual([0, 20, 40]);
  });

  it('a failed upload has its whole minute again after each new byte, but not after bytes that were sent before', async () => {
    const { at } = await times(
      () => new S3Error('network', ''),
      (attempt) => Math.min(attempt, 3) * 100,
    );
    expect(at.slice(0, 4)).toEqual([0, 1, 2, 3]);
    expect(at.at(-1)).toBe(57);
  });

  it.each(['AccessDenied', 'RequestTimeout', 'cancel', 'EntityTooLarge'])(
    'a failed upload is not sent again after the error %s',
    async (code) => {
      expect((await times(() => new S3Error(code, ''))).at).toEqual([0]);
    },
  );

  it('a failed upload is given up at once when it is cancelled while it waits', async () => {
    const stop = new AbortController();
    const attempt = vi.fn(() => Promise.reject(new S3Error('network', '')));
    const promise = outcome(retried({ signal: stop.signal, onProgress: () => undefined, attempt }));
    await vi.advanceTimersByTimeAsync(500);
    stop.abort();
    expect(await promise).toBe('cancel');
    expect(attempt).toHaveBeenCalledOnce();
  });
});
