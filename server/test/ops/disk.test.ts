import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nouns } from '@gantry/contract';
import { createDisk } from '../../src/ops/free-space.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { readdir } from 'node:fs/promises';

const MIB = 1024 * 1024;
const RESERVE = 64 * MIB;
const PATH = '/api/v2/compute/images';

describe('the reserve of the disk', () => {
  it('all files together leave the reserve of the disk, also while their bytes are still to come', async () => {
    const disk = createDisk(async () => RESERVE + 10 * MIB);
    const first = await disk.promise(6 * MIB);
    await expect(disk.promise(5 * MIB)).rejects.toMatchObject({ code: 'no_capacity' });
    await first.wrote(2 * MIB);
    const second = await disk.promise(6 * MIB);
    second.end();
    first.end();
    await disk.promise(10 * MIB);
    await expect(disk.promise(1)).rejects.toMatchObject({ code: 'no_capacity' });
  });

  it('a file of unknown size leaves the reserve of the disk, and ends where the room does', async () => {
    let free = RESERVE + 20 * MIB;
    const promised = await createDisk(async () => free).promise(null);
    const write = async (bytes: number): Promise<void> => {
      free -= bytes;
      await promised.wrote(bytes);
    };
    await write(15 * MIB);
    await expect(write(MIB)).rejects.toMatchObject({ code: 'no_capacity' });
    expect(free).toBe(RESERVE + 4 * MIB);
  });
});

describe('images on a disk that fills up', () => {
  let app: TestApp;
  let member: Client;
  /** What is free at each look; the last one stays. */
  let looks: number[] = [];
  beforeAll(async () => {
    const freeBytes = async (): Promise<number> => (looks.length > 1 ? looks.shift()! : looks[0]!);
    app = await startTestApp({ database: 'sqlite', env: { GANTRY_SAMPLE_SERVERS: '0' }, freeBytes });
    member = await app.as('acme-member', 'acme-prod');
  });
  afterAll(() => app.close());

  const headers = { 'content-type': 'application/octet-stream', 'x-image-name': 'disk', 'x-image-disk-format': 'raw' };
  const left = async () => [
    (await member.call(nouns.images.calls.list, { query: { name: 'disk' } })).data.length,
    await readdir(`${app.folder}/files/embedded/images`).catch(() => []),
  ];

  it('an image that would touch the reserve of the disk is refused before it is taken, and nothing is left of it', async () => {
    looks = [RESERVE + 1000];
    const { status, json } = await member.raw('POST', PATH, { text: Buffer.alloc(1001, 'x'), headers });
    expect([status, json]).toMatchObject([409, { error: { err_code: 'no_capacity' } }]);
    expect(await left()).toEqual([0, []]);
    expect((await member.raw('POST', PATH, { text: Buffer.alloc(1000, 'x'), headers })).status).toBe(202);
  });

  it('an image of unknown size is refused where the reserve of the disk begins, and nothing is left of it', async () => {
    const before = await left();
    looks = [RESERVE + 20 * MIB, RESERVE + 4 * MIB];
    const chunks = Array.from({ length: 20 }, () => Buffer.alloc(MIB, 'x'));
    const answer = await fetch(app.url + PATH, {
      method: 'POST',
      headers: { ...headers, ...member.headers },
      body: ReadableStream.from(chunks),
      duplex: 'half',
    } as RequestInit);
    expect([answer.status, await answer.json()]).toMatchObject([409, { error: { err_code: 'no_capacity' } }]);
    expect(await left()).toEqual(before);
  });
});
