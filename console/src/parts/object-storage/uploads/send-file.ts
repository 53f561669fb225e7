import type { S3Api } from '../client.ts';
import { PART_BYTES, PARTS_MAX, SINGLE_PUT_MAX } from '../limits.ts';
import { retried } from './retry.ts';
import { putFile, type PutInput, type SendInput } from './send.ts';

type Client = Pick<S3Api, 'putAddress' | 'partAddress' | 'beginParts' | 'completeParts' | 'abortParts'>;

interface FileInput extends SendInput {
  s3: Client;
  /** Of the session, as they are then. */
  headers(): Readonly<Record<string, string>>;
  /** Puts bytes to an address. @returns the entity tag */
  put?(input: PutInput): Promise<string>;
  /** What is larger goes in parts of `partBytes`. */
  singleMax?: number;
  partBytes?: number;
}

/** Puts a file under its key: with one request, or in parts where it is too large for one. Rejects with S3Error. */
export async function sendFile(input: FileInput): Promise<void> {
  const { s3, bucketName, key, file, headers, signal, onProgress, put = putFile, singleMax = SINGLE_PUT_MAX } = input;
  if (file.size > singleMax) return sendParts(input);
  // An address is signed anew for each attempt: it is good for an hour only.
  const attempt = async (report: (bytes: number) => void): Promise<string> =>
    put({ url: await s3.putAddress(bucketName, key), file, headers, signal, onProgress: report });
  await retried({ attempt, signal, onProgress });
}

/** One part after the other; where it fails or is called off, none of them stays in the storage (decision J3). */
async function sendParts({ s3, bucketName, key, file, headers, signal, onProgress, put = putFile, partBytes = PART_BYTES }: FileInput) {
  const size = Math.max(partBytes, Math.ceil(file.size / PARTS_MAX));
  const upload = { bucket: bucketName, key, uploadId: await s3.beginParts(bucketName, key, file.type) };
  try {
    const parts: { number: number; etag: string }[] = [];
    for (let start = 0; start < file.size; start += size) {
      const number = parts.length + 1;
      const part = file.slice(start, start + size);
      const attempt = async (report: (bytes: number) => void): Promise<string> =>
        put({ url: await s3.partAddress(upload, number), file: part, headers, signal, onProgress: report });
      const etag = await retried({ attempt, signal, onProgress: (bytes) => onProgress(start + bytes) });
      parts.push({ number, etag });
    }
    await s3.completeParts(upload, parts, signal);
  } catch (error) {
    await s3.abortParts(upload).catch((failed: unknown) => console.warn('Parts of a broken upload could not be removed', failed));
    throw error;
  }
}
