import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { S3Error } from '../../../src/parts/object-storage/s3-error.ts';
import { beginBatch } from '../../../src/parts/object-storage/uploads/batch.ts';
import { cancelUpload, cancelUploads, enqueue, keysUnderWay, retryUploads } from '../../../src/parts/object-storage/uploads/queue.ts';
import { putFile, type SendInput } from '../../../src/parts/object-storage/uploads/send.ts';
import { uploadStore, type Upload, type UploadSummary } from '../../../src/parts/object-storage/uploads/state.ts';
import { endSession } from '../../../src/app/session/sign-in.ts';
import { sessionStore, SIGNED_OUT } from '../../../src/app/session/state.ts';
import { throttled } from '../../../src/parts/object-storage/uploads/throttle.ts';

const wanted = (...keys: string[]) =>
  keys.map((key) => ({ bucketName: 'photos', key, file: new File(['0123456789'], key, { type: 'text/plain' }) }));
const uploads = (): Upload[] => [...uploadStore.get().uploads.values()];
const statuses = (): string[] => uploads().map(({ status }) => status);

/** Sends that a test ends by hand. */
function sending() {
  const open: (SendInput & { done(): void; fail(error: Error): void })[] = [];
  const seen: UploadSummary[] = [];
  const ports = {
    send: (input: SendInput) =>
      new Promise<void>((done, fail) => {
        input.signal.addEventListener('abort', () => fail(new S3Error('cancel', 'Cancelled')));
        open.push({ ...input, done, fail });
      }),
    describe: (error: unknown) => `because ${(error as S3Error).code}`,
    onSummary: (summary: UploadSummary) => void seen.push(summary),
    onUploaded: vi.fn(),
    onLeft: vi.fn(),
  };
  return { open, seen, ports };
}

const turn = () => new Promise<void>((resolve) => setTimeout(resolve, 0));

beforeEach(() => beginBatch([]));

describe('the queue of uploads', () => {
  it('the queue of uploads holds of each file what is to be known of it [upload.fields]', async () => {
    const { open, ports } = sending();
    const all = enqueue(wanted('a/b.txt'), ports);
    open[0]!.onProgress(4);
    expect(uploads()).toEqual([
      {
        id: expect.any(String) as string,
        status: 'PROGRESS',
        statusText: '',
        bucketName: 'photos',
        file: expect.any(File) as File,
        progress: 40,
        request: expect.any(AbortController) as AbortController,
        fullPath: 'a/b.txt',
        folderPath: 'a/',
        type: 'text/plain',
        name: 'b.txt',
        isFolder: false,
      },
    ]);
    open[0]!.done();
    await all;
    expect(uploads()[0]).toMatchObject({ status: 'UPLOADED', progress: 100, request: null });
  });

  it('the queue of uploads keeps the progress of a file at 100 at most', async () => {
    const { open, ports } = sending();
    const all = enqueue(wanted('a'), ports);
    open[0]!.onProgress(500);
    expect(uploads()[0]!.progress).toBe(100);
    open[0]!.done();
    await all;
  });

  it('the queue of uploads goes on with the next file whatever came of the last, through five statuses [upload.next-on-any-result, upload.statuses]', async () => {
    const { open, ports } = sending();
    const seen = new Set<string>();
    const end = uploadStore.subscribe(() => statuses().forEach((status) => seen.add(status)));
    const all = enqueue(wanted('failing', 'called off', 'good'), ports);
    expect(statuses()).toEqual(['PROGRESS', 'PENDING', 'PENDING']);
    open[0]!.fail(new S3Error('AccessDenied', 'no'));
    await turn();
    expect(statuses()).toEqual(['FAILED', 'PROGRESS', 'PENDING']);
    expect(uploads()[0]!.statusText).toBe('because AccessDenied');
    cancelUpload(uploads()[1]!.id);
    await turn();
    expect(statuses()).toEqual(['FAILED', 'CANCELED', 'PROGRESS']);
    open[2]!.done();
    await all;
    end();
    expect(statuses()).toEqual(['FAILED', 'CANCELED', 'UPLOADED']);
    expect([...seen].toSorted()).toEqual(['CANCELED', 'FAILED', 'PENDING', 'PROGRESS', 'UPLOADED']);
    expect(ports.onUploaded).toHaveBeenCalledOnce();
  });

  it('the queue of uploads says nothing of files that were cancelled [err.upload-cancel-ignored]', async () => {
    const { open, ports, seen } = sending();
    const describe = vi.spyOn(ports, 'describe');
    const all = enqueue(wanted('a', 'b'), ports);
    cancelUploads();
    await all;
    expect(statuses()).toEqual(['CANCELED', 'CANCELED']);
    expect(uploads().map(({ statusText }) => statusText)).toEqual(['', '']);
    expect(describe).not.toHaveBeenCalled();
    expect(open).toHaveLength(1);
    expect(seen.at(-1)).toMatchObject({ type: 'success', loaded: 0, canceled: 2 });
  });

  it('the queue of uploads never sends a file that was cancelled before its turn', async () => {
    const { open, ports } = sending();
    const all = enqueue(wanted('a', 'b'), ports);
    cancelUpload(uploads()[1]!.id);
    open[0]!.done();
    await all;
    expect(open).toHaveLength(1);
    expect(statuses()).toEqual(['UPLOADED', 'CANCELED']);
  });

  it('the queue of uploads takes a further batch behind the one that is under way, and begins anew after it', async () => {
    const { open, ports, seen } = sending();
    const all = enqueue(wanted('a'), ports);
    void enqueue(wanted('b'), ports);
    expect(seen.at(-1)).toMatchObject({ type: 'progress', total: 2 });
    open[0]!.done();
    await turn();
    open[1]!.done();
    await all;
    expect(seen.at(-1)).toMatchObject({ type: 'success', loaded: 2, total: 2 });
    const again = enqueue(wanted('c'), ports);
    expect(uploads().map(({ fullPath }) => fullPath)).toEqual(['c']);
    open[2]!.done();
    await again;
  });

  it('the queue of uploads sends again the files that have failed', async () => {
    const { open, ports } = sending();
    const all = enqueue(wanted('a', 'b'), ports);
    open[0]!.fail(new S3Error('network', 'lost'));
    await turn();
    open[1]!.done();
    await all;
    const again = retryUploads(ports);
    expect(open[2]).toMatchObject({ key: 'a' });
    open[2]!.done();
    await again;
    expect(statuses()).toEqual(['UPLOADED']);
  });

  it('a queue of twenty thousand files comes to its end, and tells of it fewer than a thousand times', async () => {
    const { ports, seen } = sending();
    const files = wanted(...Array.from({ length: 20_000 }, (_, index) => `f${index}`));
    await enqueue(files, { ...ports, send: () => Promise.resolve() });
    expect(uploadStore.get().summary).toMatchObject({ type: 'success', loaded: 20_000 });
    expect(seen.at(-1)).toMatchObject({ type: 'success', loaded: 20_000 });
    expect(seen.length).toBeLessThan(1000);
  });

  it('the queue of uploads tells which keys of a bucket are on their way', async () => {
    const { open, ports } = sending();
    const all = enqueue(wanted('a', 'b'), ports);
    expect([...keysUnderWay('photos')]).toEqual(['a', 'b']);
    expect(keysUnderWay('other').size).toBe(0);
    open[0]!.done();
    await turn();
    expect([...keysUnderWay('photos')]).toEqual(['b']);
    open[1]!.done();
    await all;
    expect(keysUnderWay('photos').size).toBe(0);
  });

  it.each([
    ['signs out', () => endSession(null)],
    ['works in another scope', () => sessionStore.set({ currentProject: { id: 'other', name: 'other' } as never })],
  ])('the queue of uploads is cancelled and forgotten when its owner %s', async (_, leave) => {
    sessionStore.set({ currentUser: { id: 'u1', roles: [], permissions: [], is_superuser: false, domain_id: 'd' } as never, token: 't' });
    const { open, ports, seen } = sending();
    const all = enqueue(wanted('mine', 'mine too'), ports);
    // What is not about who works where changes nothing.
    sessionStore.set({ isSuspended: false });
    expect(statuses()).toEqual(['PROGRESS', 'PENDING']);
    const before = seen.length;
    leave();
    expect(open[0]!.signal.aborted).toBe(true);
    await all;
    expect(open).toHaveLength(1);
    expect(uploads()).toEqual([]);
    expect(uploadStore.get()).toMatchObject({ ids: [], summary: { total: 0, buckets: [] } });
    expect(ports.onLeft).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ type: 'progress', total: 2 }));
    expect(seen).toHaveLength(before);
    sessionStore.set(SIGNED_OUT);
  });
});

describe('what a batch has come to', () => {
  const of = (...all: Upload['status'][]) => {
    beginBatch(all.map((status, index) => ({ id: String(index), status, bucketName: 'photos' }) as Upload));
    return uploadStore.get().summary;
  };
  it.each([
    [['UPLOADED', 'PENDING'], 'progress'],
    [['FAILED', 'PROGRESS'], 'progress'],
    [['FAILED', 'FAILED'], 'error'],
    [['FAILED', 'UPLOADED'], 'success'],
    [['FAILED', 'CANCELED'], 'success'],
  ] as const)('a batch of uploads with the statuses %j is told as %s', (all, type) => {
    expect(of(...all).type).toBe(type);
  });

  it('a batch of uploads counts its files by status, and names the bucket', () => {
    expect(of('UPLOADED', 'UPLOADED', 'FAILED')).toMatchObject({ loaded: 2, failed: 1, total: 3, buckets: ['photos'] });
  });
});

describe('progress', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('the progress of a file is told at most once in 100 ms, however often its bytes are counted [const.upload-throttle]', async () => {
    const { open, ports } = sending();
    const all = enqueue(wanted('a'), ports);
    const from = Date.now();
    const told: [number, number][] = [];
    const end = uploadStore.subscribe(() => told.push([Date.now() - from, uploads()[0]!.progress]));
    for (let bytes = 0; bytes < 10; bytes += 1) {
      open[0]!.onProgress(bytes);
      vi.advanceTimersByTime(30);
    }
    end();
    expect(told).toEqual([
      [0, 0],
      [100, 30],
      [200, 60],
      [300, 90],
    ]);
    open[0]!.done();
    await all;
  });

  it('a throttled progress is told at most once in 100 ms, the latest value last', () => {
    const told: [number, number][] = [];
    const from = Date.now();
    const { tell } = throttled((value: number) => void told.push([Date.now() - from, value]));
    for (let value = 0; value < 25; value += 1) {
      tell(value);
      vi.advanceTimersByTime(10);
    }
    vi.advanceTimersByTime(1000);
    expect(told).toEqual([
      [0, 0],
      [100, 9],
      [200, 19],
      [300, 24],
    ]);
  });

  it('progress that stays away for 60 s fails an upload, however long a steady one takes [upload.no-progress-timeout]', async () => {
    const requests: { upload: { onprogress?(event: { loaded: number }): void }; onload?(): void; status: number; aborted: boolean }[] = [];
    vi.stubGlobal(
      'XMLHttpRequest',
      class {
        upload = {};
        status = 200;
        responseText = '';
        aborted = false;
        constructor() {
          requests.push(this as never);
        }
        open() {}
        send() {}
        setRequestHeader() {}
        getResponseHeader() {
          return '"tag"';
        }
        abort() {
          this.aborted = true;
        }
      },
    );
    const put = () =>
      putFile({ url: '/x', file: new Blob(['x']), headers: () => ({}), signal: new AbortController().signal, onProgress: () => undefined });
    const [stalled, steady] = [put().catch((error: unknown) => error), put()];
    for (let second = 1; second <= 10; second += 1) {
      vi.advanceTimersByTime(second === 10 ? 59_999 : 30_000);
      if (second < 10) requests[1]!.upload.onprogress!({ loaded: second });
      // The stalled one has sent something at its beginning only.
      if (second === 1) requests[0]!.upload.onprogress!({ loaded: 1 });
      if (second === 2) expect(requests[0]!.aborted).toBe(false);
      if (second === 3) expect(requests[0]!.aborted).toBe(true);
    }
    expect(requests[1]!.aborted).toBe(false);
    requests[1]!.onload!();
    expect(await steady).toBe('tag');
    expect(await stalled).toMatchObject({ code: 'RequestTimeout' });
    vi.unstubAllGlobals();
  });
});
