/** Values from outside: those that no schema allows are refused as they come in, and fail no answer where they are stored already. */
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { kinds, nouns } from '@gantry/contract';
import type { ImageUpdate } from '@gantry/contract/nouns/images/bodies';
import { fit } from '@gantry/contract/wire/fit';
import { fitted } from '../../src/calls/fitted.ts';
import { createMisfits } from '../../src/store/rows/misfits.ts';
import type { Document } from '../../src/port/store/rows.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { anyDatabase } from '../support/databases.ts';

const images = nouns.images.calls;

describe.each(anyDatabase)('values that do not fit on $name', ({ name: database }) => {
  let app: TestApp;
  let member: Client;
  let admin: Client;
  const entries: { kind?: string; id?: string; problems?: string[] }[] = [];
  beforeAll(async () => {
    const log = pino({ level: 'warn' }, { write: (line: string) => void entries.push(JSON.parse(line) as object) });
    app = await startTestApp({ database, env: { GANTRY_SAMPLE_SERVERS: '1' }, log });
    member = await app.as('acme-member', 'acme-prod');
    admin = await app.as('admin', 'own');
  });
  afterAll(() => app.close());

  const upload = (name: string, format: string, text: Uint8Array<ArrayBuffer>) => {
    const headers = { 'content-type': 'application/octet-stream', 'x-image-name': name, 'x-image-disk-format': format };
    return member.raw('POST', images.create.path, { text, headers });
  };
  const make = async (name: string): Promise<string> => {
    const { task_id: taskId, id } = (await upload(name, 'raw', Buffer.alloc(512))).json as { task_id: string; id: string };
    expect((await app.ended(member, taskId)).state).toBe('success');
    return id;
  };
  /** Stores members of a resource as they are, the way an older version may have. */
  const store = (kind: string, id: string, members: Document) =>
    app.store.transaction(async (writer) => {
      const row = (await app.store.read.get({ engine: 'embedded', kind, id }))!;
      await writer.put({ ...row, document: { ...row.document, ...members } });
    });
  const rows = async (who: Client, path: string): Promise<{ status: number; data: Document[] }> => {
    const { status, json } = await who.raw('GET', path);
    return { status, data: (json as { data?: Document[] }).data ?? [] };
  };
  const reported = (id: string) => entries.filter((entry) => entry.id === id).map(({ kind, problems }) => [kind, problems]);

  it('an image is refused whose header claims a larger disk than a volume can have, and lists stay as they are', async () => {
    const header = Buffer.alloc(2048);
    header.write('QFI\u00fb', 'latin1');
    header.writeUInt32BE(3, 4);
    header.writeUInt32BE(16, 20);
    header.writeBigUInt64BE(2n ** 53n, 24);
    header.writeUInt32BE(104, 100);
    // Its tables.
    for (const [at, value] of [
      [36, 1],
      [44, 1024],
      [52, 512],
      [56, 0],
    ] as const)
      header.writeUInt32BE(value, at);
    const { status, json } = await upload('vast', 'qcow2', header);
    expect([status, json]).toMatchObject([
      400,
      { error: { data: { field_codes: { file: [{ code: 'image_disk_too_large', params: { max: 512 } }] } } } },
    ]);
    expect(await rows(member, `${images.list.path}?name=vast`)).toEqual({ status: 200, data: [] });
    header.writeBigUInt64BE(2n ** 49n, 24);
    expect((await upload('largest', 'qcow2', header)).status).toBe(202);
  });

  it('a stored image that does not fit is shown beside all others to everybody who sees it, says what is unreadable, and is logged once', async () => {
    const [bad, good] = [await make('bad'), await make('good')];
    const whole = await member.call(images.read, { params: { imageId: bad } });
    await store('image', bad, { virtual_size: 2 ** 53, visibility: 'odd', tags: 'none', created_at: 'yesterday', size: 5.5 });
    const shown = {
      ...whole,
      revision: expect.any(Number),
      virtual_size: null,
      size: null,
      visibility: 'community',
      tags: [],
      created_at: '1970-01-01T00:00:00Z',
    };
    for (const who of [member, admin]) {
      const listed = await rows(who, `${images.list.path}?limit=100&sort=size:desc`);
      const { unreadable, ...row } = listed.data.find(({ id }) => id === bad)!;
      expect([listed.status, row]).toEqual([200, who === member ? shown : { ...shown, domain_name: 'acme' }]);
      expect((unreadable as string[]).toSorted()).toEqual(['created_at', 'size', 'tags', 'virtual_size', 'visibility']);
      const other = listed.data.find(({ id }) => id === good)!;
      expect([other['virtual_size'], other['unreadable']]).toEqual([512, undefined]);
      const one = await who.raw('GET', `${images.list.path}/${bad}`);
      expect([one.status, one.json]).toMatchObject([200, row]);
    }
    expect(reported(bad)).toEqual([['image', expect.arrayContaining([expect.stringMatching(/^virtual_size: /)])]]);
  });

  it('rows that do not fit stand in lists that are answered whole, and parts of them that fit are shown', async () => {
    const offered = await make('offered');
    const stranger = await app.as('globex-member', 'globex-prod');
    const { project_id: projectId } = await stranger.call(nouns.session.calls.whoami);
    const task = await member.call(images.share, { params: { imageId: offered }, body: { project_id: projectId! } });
    await app.ended(member, task.task_id);
    await store('image', offered, { min_disk: -0.5 });
    expect(await rows(stranger, images.offers.path)).toMatchObject({
      status: 200,
      data: [{ id: offered, name: 'offered', min_disk: 0, unreadable: ['min_disk'] }],
    });

    const servers = nouns.servers.calls.list.path;
    const [server] = (await rows(admin, servers)).data;
    const flavor = { ...(server!['flavor'] as object), vcpus: 'two' };
    await store('server', String(server!['id']), { flavor });
    expect(await rows(admin, servers)).toMatchObject({
      status: 200,
      data: [
        { id: server!['id'], name: server!['name'], status: server!['status'], flavor: { ...flavor, vcpus: 0 }, unreadable: ['flavor'] },
      ],
    });
  });

  it('a change of an image leaves its values that cannot be read as they are stored, and its mark', async () => {
    const id = await make('former');
    await store('image', id, { virtual_size: 'odd', min_ram: -0.5 });
    const change = async (body: ImageUpdate) => {
      const { task_id: taskId } = await member.call(images.update, { params: { imageId: id }, body });
      expect((await app.ended(member, taskId)).state).toBe('success');
      const [image] = (await rows(member, `${images.list.path}?name=latter`)).data;
      return [image!['min_disk'], image!['min_ram'], image!['virtual_size'], (image!['unreadable'] as string[]).toSorted()];
    };
    expect(await change({ name: 'latter', min_disk: 3 })).toEqual([3, 0, null, ['min_ram', 'virtual_size']]);
    expect(await change({ min_ram: 64 })).toEqual([3, 64, null, ['virtual_size']]);
  });

  it('a change of an image to just the value that stands for one that cannot be read stores it, and takes the mark away', async () => {
    const id = await make('odd');
    await store('image', id, { min_disk: -0.5, min_ram: -0.5 });
    const read = async () => (await rows(member, `${images.list.path}?name=odd`)).data;
    expect(await read()).toMatchObject([{ id, min_disk: 0, min_ram: 0, unreadable: ['min_disk', 'min_ram'] }]);
    const { task_id: taskId } = await member.call(images.update, { params: { imageId: id }, body: { min_ram: 0 } });
    expect((await app.ended(member, taskId)).state).toBe('success');
    expect(await read()).toMatchObject([{ id, min_disk: 0, min_ram: 0, unreadable: ['min_disk'] }]);
  });
});

describe('a row of which no value fits', () => {
  it.each([...kinds.values()].map((kind) => [kind.name, kind] as const))(
    'a row of the kind %s of which no value fits is answered by its schema',
    (_, { entity }) => {
      const members = Object.keys((entity as z.ZodObject).shape);
      for (const odd of [undefined, null, true, -5.5, 2 ** 60, 'odd', [], ['odd', 1], [{ odd: 1 }], { odd: [] }]) {
        const problems: string[] = [];
        const row = Object.fromEntries(members.map((member) => [member, odd]));
        const shown = fitted(entity, row, ({ issues }) => problems.push(...issues.map(({ path }) => String(path[0]))));
        expect([odd, entity.safeParse(shown).error]).toEqual([odd, undefined]);
        expect([odd, problems.length > 0, (shown as { unreadable?: string[] }).unreadable]).toEqual([odd, true, [...new Set(problems)]]);
      }
    },
  );

  it('a row that says itself what could not be read says so beside what does not fit', () => {
    const { entity } = kinds.get('volume')!;
    const row = { ...(fit(entity, { name: 'odd' }) as Document), unreadable: ['host'], size: 'large' };
    expect(fitted(entity, row, () => undefined)).toMatchObject({ name: 'odd', unreadable: ['host', 'size'] });
    expect(fitted(entity, { ...row, size: 1 }, () => undefined)).toMatchObject({ size: 1, unreadable: ['host'] });
  });

  it('a row that does not fit is reported once, however often it is asked for', () => {
    const logged: unknown[] = [];
    const misfits = createMisfits({ warn: (entry: unknown) => void logged.push(entry) });
    const { error } = z.object({ size: z.number() }).safeParse({ size: 'ten' });
    for (const id of ['a', 'b', 'a', 'a']) misfits('volume', id, error!);
    misfits('image', 'a', error!);
    const problems = ['size: Invalid input: expected number, received string'];
    expect(logged).toEqual([
      { kind: 'volume', id: 'a', problems },
      { kind: 'volume', id: 'b', problems },
      { kind: 'image', id: 'a', problems },
    ]);
  });
});
