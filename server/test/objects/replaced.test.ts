/** An object that is replaced in the moment between being looked up and being read. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CreateBucketCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { describe, expect, it } from 'vitest';
import { copyObject } from '../../src/objects/operations/copy.ts';
import { getObject } from '../../src/objects/operations/objects.ts';
import { Blobs } from '../../src/objects/storage/blobs.ts';
import type { Exchange } from '../../src/objects/exchange.ts';
import { createDisk } from '../../src/ops/free-space.ts';
import { endpointForAll } from './support/endpoint.ts';

const Bucket = 'replaced';

describe('an object that is replaced while it is looked up', () => {
  const endpoint = endpointForAll('sqlite');

  /** Parts of a store whose object is replaced, and whose former file is taken away, right after it was first looked up. */
  async function racing(key: string) {
    const { store, folder, client } = endpoint();
    const log = { error: () => undefined } as never;
    const blobs = new Blobs({
      folder,
      index: store.objects,
      keys: store.objectKeys,
      log,
      disk: createDisk(async () => 1e12),
      files: 100,
      shared: false,
    });
    let isFirst = true;
    const index = {
      ...store.objects,
      async object(bucketId: number, of: string) {
        const row = await store.objects.object(bucketId, of);
        if (!isFirst || !row) return row;
        isFirst = false;
        await client().send(new PutObjectCommand({ Bucket, Key: key, Body: 'the later one' }));
        await expect.poll(() => existsSync(join(folder, row.blob.slice(0, 2), row.blob))).toBe(false);
        return row;
      },
    };
    return { index, blobs, people: endpoint().accounts, isPublicAllowed: false, now: () => Date.now() };
  }

  const exchange = (headers: Record<string, string> = {}): Exchange => ({
    method: 'GET',
    query: new Map(),
    headers,
    key: [...endpoint().accounts.keys.values()][0]!,
    signal: new AbortController().signal,
    body: () => {
      throw new Error('there is no body');
    },
  });

  it('an object that is replaced while it is looked up is told as it is then, with all its bytes', async () => {
    await endpoint().client().send(new CreateBucketCommand({ Bucket }));
    await endpoint()
      .client()
      .send(new PutObjectCommand({ Bucket, Key: 'k', Body: 'the former one' }));
    const { status, headers, body } = await getObject(await racing('k'), exchange(), Bucket, 'k');
    let text = '';
    for await (const chunk of body as AsyncIterable<Buffer>) text += chunk.toString();
    expect([status, headers?.['content-length'], text]).toEqual([200, '13', 'the later one']);
  });

  it('refuses to copy an object that is replaced while it is looked up', async () => {
    await endpoint()
      .client()
      .send(new PutObjectCommand({ Bucket, Key: 'c', Body: 'the former one' }));
    const copying = copyObject(await racing('c'), exchange({ 'x-amz-copy-source': `/${Bucket}/c` }), Bucket, 'copy');
    await expect(copying).rejects.toMatchObject({ code: 'NoSuchKey' });
  });
});
