import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { CreateBucketCommand, GetObjectCommand, ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, describe, expect, it } from 'vitest';
import { pino } from 'pino';
import { asGantryError } from '../../src/http/errors.ts';
import { Blobs } from '../../src/objects/storage/blobs.ts';
import { createObjectKeys } from '../../src/store/crypto/object-keys.ts';
import { createDisk } from '../../src/ops/free-space.ts';
import { endpointForAll } from './support/endpoint.ts';

const outOf = (code: string): Error => Object.assign(new Error(`${code}: too many open files`), { code });

describe('files of objects', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gantry-handles-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const index = { known: async () => new Set<string>(), garbage: async () => [], forgetGarbage: async () => undefined };
  const keys = createObjectKeys(randomBytes(32));
  const make = (files: number) =>
    new Blobs({ folder, index, keys, log: pino({ level: 'silent' }), disk: createDisk(async () => 1e12), files, shared: false });

  it('a file of an object beyond the limit of open files is refused with SlowDown until another gives its place back', async () => {
    const blobs = make(1);
    const signal = new AbortController().signal;
    const bytes = async function* () {
      await Promise.resolve();
      yield Buffer.from('abc');
    };
    const { file, keep } = await blobs.write(bytes(), 3);
    await keep();
    const span = { file, start: 0, end: 2 };
    const reading = blobs.read([span], signal, () => undefined);
    expect(await reading.next()).toMatchObject({ done: false });
    await expect(blobs.write(bytes(), 3)).rejects.toMatchObject({ code: 'SlowDown' });
    await expect(blobs.read([span], signal, () => undefined).next()).rejects.toMatchObject({ code: 'SlowDown' });
    await reading.return(undefined);
    expect(await buffer(Readable.from(blobs.read([span], signal, () => undefined)))).toEqual(Buffer.from('abc'));
    await (await blobs.write(bytes(), 3)).drop();
    await expect(blobs.write(Readable.from([outOf('ENOENT')]), 1e13)).rejects.toMatchObject({ code: 'InsufficientStorage' });
    await (await blobs.write(bytes(), 3)).drop();
  });
});

describe('a process without handles', () => {
  const endpoint = endpointForAll('sqlite');

  it('a process without handles asks to come back later, in S3 and in the API, and lists go on', async () => {
    const s3 = endpoint().client();
    const Bucket = 'handles';
    await s3.send(new CreateBucketCommand({ Bucket }));
    await s3.send(new PutObjectCommand({ Bucket, Key: 'one', Body: 'x' }));
    const { object } = endpoint().store.objects;
    endpoint().store.objects.object = () => Promise.reject(outOf('EMFILE'));
    try {
      const get = s3.send(new GetObjectCommand({ Bucket, Key: 'one' }));
      await expect(get).rejects.toMatchObject({ name: 'SlowDown', $metadata: { httpStatusCode: 503 } });
      expect((await s3.send(new ListObjectsV2Command({ Bucket }))).Contents).toHaveLength(1);
    } finally {
      endpoint().store.objects.object = object;
    }
    for (const code of ['EMFILE', 'ENFILE']) expect(asGantryError(outOf(code))).toMatchObject({ code: 'engine_unavailable', status: 503 });
  });
});
