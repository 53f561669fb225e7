/**
 * The bytes of objects: files with names of chance, below the data folder. A new one stays among those that come in until the index knows
 * it, so that after a crash only those have to be looked at; one that nothing needs any more is named in the index until it is gone.
 */
import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Logger } from 'pino';
import { GantryError } from '@gantry/contract/wire/errors';
import type { Disk, Promised } from '../../port/disk.ts';
import type { ObjectIndex } from '../../port/store/objects.ts';
import type { ObjectKeys } from '../../port/store/object-keys.ts';
import { S3Error } from '../errors.ts';
import { decrypted, encrypted, encryptedName, HEAD_BYTES, isEncryptedFile } from './encryption.ts';

/** Bytes gathered before they are written, and read at once. */
const TOGETHER = 512 * 1024;
/** Files taken away, or looked for, at a stretch. */
const BATCH = 500;
/** Milliseconds after which what came in to a folder that other processes use as well belongs to nobody. */
const ABANDONED = 24 * 3_600_000;

/** Bytes of a file, both ends included. */
export interface Span {
  file: string;
  start: number;
  end: number;
}

/** A new file that is not an object's yet. */
export interface Fresh {
  file: string;
  /** To be called when the index knows it. */
  keep(): Promise<void>;
  /** To be called when the index never will. */
  drop(): Promise<void>;
}

const hasCode = (error: unknown, ...codes: string[]): boolean =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code));

export interface BlobOptions {
  folder: string;
  index: Pick<ObjectIndex, 'known' | 'garbage' | 'forgetGarbage'>;
  log: Logger;
  disk: Disk;
  keys: ObjectKeys;
  /** Files that may be open at once; whoever wants one more is told to come back. */
  files: number;
  /** Other processes write to the same folder. */
  shared: boolean;
}

export class Blobs {
  readonly #options: BlobOptions;
  readonly #incoming: string;
  readonly #folders = new Set<string>();
  /** Files that are being read, and by how many. */
  readonly #read = new Map<string, number>();
  #opened = 0;
  #tidying: Promise<void> | undefined;
  #tidyAgain = false;
  #stopped = false;

  constructor(options: BlobOptions) {
    this.#options = options;
    this.#incoming = join(options.folder, 'incoming');
  }

  /** Ends what a crash has left half done. */
  async start(): Promise<void> {
    const files = await this.#left();
    for (let from = 0; from < files.length; from += BATCH) {
      const some = files.slice(from, from + BATCH);
      const known = await this.#options.index.known(some);
      for (const file of some)
        if (known.has(file)) await this.#settle(file);
        else if (await this.#isAbandoned(file)) await rm(join(this.#incoming, file), { force: true });
    }
    this.tidy();
  }

  /** Waits for what is being taken away. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#tidying;
  }

  /**
   * Writes a new file so that it survives a power failure, encrypted where that is asked for. `size`: bytes that will come. Throws InsufficientStorage where the disk has no
   * room, and what the source throws; nothing is left then.
   */
  async write(source: AsyncIterable<Buffer>, size: number, isEncrypted = false): Promise<Fresh> {
    const close = this.#takeFile();
    const promised = await this.#promise(size + (isEncrypted ? HEAD_BYTES : 0)).catch((error: unknown) => {
      close();
      throw error;
    });
    const random = randomBytes(16).toString('hex');
    const name = isEncrypted ? encryptedName(random) : random;
    const path = join(this.#incoming, name);
    try {
      await this.#makeFolder(this.#incoming);
      const file = await open(path, 'wx', 0o600);
      try {
        await fill(file, isEncrypted ? encrypted(source, this.#options.keys, name) : source, promised);
        await file.datasync();
      } finally {
        await file.close();
      }
      await this.#syncFolder();
    } catch (error) {
      await rm(path, { force: true });
      throw hasCode(error, 'ENOSPC', 'EDQUOT', 'EFBIG') ? new S3Error('InsufficientStorage') : error;
    } finally {
      promised.end();
      close();
    }
    return { file: name, keep: () => this.#settle(name), drop: () => rm(path, { force: true }) };
  }

  /**
   * Files that are about to be read stay from now on, until the returned function is called or the signal aborted. What the index did not need
   * any more before that may be gone all the same: whoever holds them looks again.
   */
  hold(spans: readonly Span[], signal: AbortSignal): () => void {
    let isHeld = true;
    for (const { file } of spans) this.#read.set(file, (this.#read.get(file) ?? 0) + 1);
    const release = (): void => {
      signal.removeEventListener('abort', release);
      if (!isHeld) return;
      isHeld = false;
      for (const { file } of spans) this.#leave(file);
    };
    signal.addEventListener('abort', release);
    if (signal.aborted) release();
    return release;
  }

  /** The bytes of spans that are held, one after the other; `release` is called at the end. */
  async *read(spans: readonly Span[], signal: AbortSignal, release: () => void): AsyncGenerator<Buffer> {
    try {
      for (const { file, start, end } of spans)
        if (end >= start) {
          const close = this.#takeFile();
          try {
            yield* isEncryptedFile(file) ? this.#decrypted({ file, start, end }, signal) : await this.#stream({ file, start, end }, signal);
          } finally {
            close();
          }
        }
    } finally {
      release();
    }
  }

  #stream({ file, start, end }: Span, signal: AbortSignal): Promise<Readable & AsyncIterable<Buffer>> {
    return this.#open(file, { start, end, highWaterMark: TOGETHER, signal });
  }

  async *#decrypted({ file, start, end }: Span, signal: AbortSignal): AsyncGenerator<Buffer> {
    const head = await this.#stream({ file, start: 0, end: HEAD_BYTES - 1 }, signal);
    const key = this.#options.keys.open(Buffer.concat(await head.toArray()), file);
    yield* decrypted(await this.#stream({ file, start: HEAD_BYTES + start, end: HEAD_BYTES + end }, signal), key, start);
  }

  /** Takes away files that nothing needs any more, in the background. */
  tidy(): void {
    if (this.#stopped) return;
    if (this.#tidying) {
      this.#tidyAgain = true;
      return;
    }
    this.#tidying = this.#tidyUp()
      .catch((err: unknown) => this.#options.log.error({ err }, 'files of deleted objects could not be taken away'))
      .finally(() => {
        this.#tidying = undefined;
        if (!this.#tidyAgain) return;
        this.#tidyAgain = false;
        this.tidy();
      });
  }

  async #tidyUp(): Promise<void> {
    const { index } = this.#options;
    for (let after: string | undefined; !this.#stopped;) {
      const files = await index.garbage(BATCH, after);
      if (files.length === 0) return;
      after = files.at(-1);
      const free = files.filter((file) => !this.#read.has(file));
      for (const file of free) for (const path of [this.#pathOf(file), join(this.#incoming, file)]) await rm(path, { force: true });
      if (free.length > 0) await index.forgetGarbage(free);
    }
  }

  /** Files among those that come in; where nothing was ever put there is no folder. */
  async #left(): Promise<string[]> {
    try {
      return await readdir(this.#incoming);
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return [];
      throw error;
    }
  }

  async #makeFolder(folder: string): Promise<void> {
    if (!this.#folders.has(folder)) await mkdir(folder, { recursive: true, mode: 0o700 });
    this.#folders.add(folder);
  }

  #pathOf(file: string): string {
    return join(this.#options.folder, file.slice(0, 2), file);
  }

  async #settle(file: string): Promise<void> {
    await this.#makeFolder(join(this.#options.folder, file.slice(0, 2)));
    try {
      await rename(join(this.#incoming, file), this.#pathOf(file));
    } catch (error) {
      // Replaced, and taken away, in the meantime.
      if (!hasCode(error, 'ENOENT')) throw error;
    }
  }

  /** Takes one of the files that may be open; returns the way to give it back. Throws SlowDown. */
  #takeFile(): () => void {
    if (this.#opened >= this.#options.files) throw new S3Error('SlowDown');
    this.#opened += 1;
    return () => void (this.#opened -= 1);
  }

  /** Among those that come in, a file is for a moment after the index has it. */
  async #open(file: string, options: Parameters<typeof createReadStream>[1] & object): Promise<Readable> {
    for (const path of [this.#pathOf(file), join(this.#incoming, file), this.#pathOf(file)]) {
      const stream = createReadStream(path, options);
      try {
        await new Promise((resolve, reject) => stream.once('open', resolve).once('error', reject));
        return stream;
      } catch (error) {
        if (!hasCode(error, 'ENOENT')) throw error;
      }
    }
    throw new Error(`the file ${file} of an object is missing`);
  }

  #leave(file: string): void {
    const readers = (this.#read.get(file) ?? 1) - 1;
    if (readers > 0) this.#read.set(file, readers);
    else this.#read.delete(file);
    if (readers === 0) this.tidy();
  }

  async #promise(size: number): Promise<Promised> {
    try {
      return await this.#options.disk.promise(size);
    } catch (error) {
      throw error instanceof GantryError && error.code === 'no_capacity' ? new S3Error('InsufficientStorage') : error;
    }
  }

  async #isAbandoned(file: string): Promise<boolean> {
    if (!this.#options.shared) return true;
    return Date.now() - (await stat(join(this.#incoming, file))).mtimeMs > ABANDONED;
  }

  /** The name of a file must last as well. */
  async #syncFolder(): Promise<void> {
    const folder = await open(this.#incoming, 'r');
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  }
}

async function fill(file: FileHandle, source: AsyncIterable<Buffer>, promised: Promised): Promise<void> {
  let chunks: Buffer[] = [];
  let gathered = 0;
  const flush = async (): Promise<void> => {
    if (gathered === 0) return;
    // As they are: to join them would copy every byte once more.
    const { bytesWritten } = await file.writev(chunks);
    if (bytesWritten < gathered) await file.writeFile(Buffer.concat(chunks).subarray(bytesWritten));
    await promised.wrote(gathered);
    chunks = [];
    gathered = 0;
  };
  for await (const chunk of source) {
    chunks.push(chunk);
    gathered += chunk.length;
    if (gathered >= TOGETHER) await flush();
  }
  await flush();
}
