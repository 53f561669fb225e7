import { S3Error } from '../s3-error.ts';
import { addToBatch, beginBatch, cancelBatch, changeInBatch, nextInBatch } from './batch.ts';
import { onOwnerLeft } from './owner.ts';
import type { SendInput } from './send.ts';
import { isOpen, uploadStore, type Upload, type UploadSummary } from './state.ts';
import { throttled } from './throttle.ts';

/** A file that is to be put under a key. */
export interface WantedUpload {
  bucketName: string;
  key: string;
  file: File;
}

/** What the queue needs of whoever uses it. */
export interface QueuePorts {
  /** Puts one file. Rejects with S3Error; of the code `cancel` where the signal aborts. */
  send(input: SendInput): Promise<void>;
  /** Why an upload failed, in words. */
  describe(error: unknown): string;
  /** What a batch has come to: at its beginning and its end, and between them no more often than it can be read. */
  onSummary(summary: UploadSummary): void;
  /** A file has arrived: what shows its folder is read again. */
  onUploaded(upload: Upload): void;
  /** Its owner has signed out, or works in another scope: the rest was called off, and nothing of it is known any more. Told what it had come to. */
  onLeft(summary: UploadSummary): void;
}

let counter = 0;

function uploadOf({ bucketName, key, file }: WantedUpload): Upload {
  counter += 1;
  const isFolder = key.endsWith('/');
  const folderPath = key.slice(0, (isFolder ? key.slice(0, -1) : key).lastIndexOf('/') + 1);
  return {
    id: `upload-${counter}`,
    status: 'PENDING',
    statusText: '',
    bucketName,
    file,
    progress: 0,
    request: null,
    fullPath: key,
    folderPath,
    type: file.type,
    name: key.slice(folderPath.length),
    isFolder,
  };
}

const percent = (bytes: number, size: number): number => (size === 0 ? 0 : Math.min(100, Math.max(0, Math.floor((bytes / size) * 100))));
const summary = (): UploadSummary => uploadStore.get().summary;

let running: Promise<void> | undefined;

/**
 * Queues files behind those that are under way, or begins a new batch where nothing is left to do. One is sent at a time; whatever comes of
 * it, the next one follows. Ends when nothing is left to do; never rejects.
 */
export function enqueue(wanted: readonly WantedUpload[], ports: QueuePorts): Promise<void> {
  const uploads = wanted.map(uploadOf);
  if (summary().type === 'progress') addToBatch(uploads);
  else beginBatch(uploads);
  onOwnerLeft(() => leave(ports));
  ports.onSummary(summary());
  running ??= work(ports).finally(() => {
    running = undefined;
  });
  return running;
}

async function work(ports: QueuePorts): Promise<void> {
  const { tell, end } = throttled(ports.onSummary);
  for (let next = nextInBatch(); next; next = nextInBatch()) {
    await carryOut(next, ports);
    if (summary().type === 'progress') tell(summary());
  }
  end();
  if (summary().total > 0) ports.onSummary(summary());
}

async function carryOut(upload: Upload, { send, describe, onUploaded }: QueuePorts): Promise<void> {
  const { id, bucketName, fullPath: key, file } = upload;
  const request = new AbortController();
  changeInBatch(id, { status: 'PROGRESS', request });
  const { tell, end } = throttled((bytes: number) => changeInBatch(id, { progress: percent(bytes, file.size) }));
  try {
    await send({ bucketName, key, file, signal: request.signal, onProgress: tell });
    end();
    changeInBatch(id, { status: 'UPLOADED', progress: 100, request: null });
    onUploaded(upload);
  } catch (error) {
    end();
    const isCanceled = request.signal.aborted || (error instanceof S3Error && error.code === 'cancel');
    if (isCanceled) changeInBatch(id, { status: 'CANCELED', request: null });
    else changeInBatch(id, { status: 'FAILED', statusText: describe(error), request: null });
  }
}

/** Calls off one that waits or is under way; one that has ended stays as it is. */
export function cancelUpload(id: string): void {
  const upload = uploadStore.get().uploads.get(id);
  if (!upload || !isOpen(upload)) return;
  changeInBatch(id, { status: 'CANCELED', request: null });
  upload.request?.abort();
}

/** Calls off all that are not at their end. */
export function cancelUploads(): void {
  for (const { request } of cancelBatch()) request?.abort();
}

function leave({ onLeft }: QueuePorts): void {
  const left = summary();
  cancelUploads();
  beginBatch([]);
  onLeft(left);
}

/** Queues again what has failed. */
export function retryUploads(ports: QueuePorts): Promise<void> {
  const all = [...uploadStore.get().uploads.values()];
  const failed = all.filter(({ status }) => status === 'FAILED');
  if (summary().type === 'progress') beginBatch(all.filter(({ status }) => status !== 'FAILED'));
  return enqueue(
    failed.map(({ bucketName, fullPath: key, file }) => ({ bucketName, key, file })),
    ports,
  );
}

/** Keys of a bucket that wait, or are under way: as good as taken. */
export function keysUnderWay(bucketName: string): Set<string> {
  const open = [...uploadStore.get().uploads.values()].filter((one) => one.bucketName === bucketName && isOpen(one));
  return new Set(open.map(({ fullPath }) => fullPath));
}
