import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, describe, expect, it } from 'vitest';
import { kinds, nouns } from '@gantry/contract';
import { casesOfTier } from '../../../tools/lib/tier.ts';
import { openStore } from '../../src/store/open.ts';
import { databases, testDatabaseUrl, type DatabaseName } from '../support/databases.ts';
import { direct } from '../support/direct.ts';
import { tool } from '../support/postgres.ts';
import { launch, startServer } from '../support/process.ts';
import { fixture, fixtureContent, FIXTURE_KEY } from './support/fixture.ts';

/** Commits whose stores are kept: the oldest, which lacks later steps of the schema, and the last ones that were published. */
const OLDEST = '3f01c76';
const VERSIONS = [OLDEST, '79575a6', '76ac792', '61cda42'];

const folder = mkdtempSync(join(tmpdir(), 'gantry-upgrade-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Place {
  data: string;
  databaseUrl: string | undefined;
  env: Record<string, string>;
}

/** A copy of what the older version left, in a folder or database of its own. */
async function older(version: string, database: DatabaseName, name: string): Promise<Place> {
  const data = mkdtempSync(join(folder, `${name}-`));
  const databaseUrl = await testDatabaseUrl(database, true);
  if (databaseUrl === undefined) writeFileSync(join(data, 'gantry.sqlite'), fixtureContent(version, database));
  else
    execFileSync(tool('psql'), ['-q', '-v', 'ON_ERROR_STOP=1', databaseUrl], {
      input: fixtureContent(version, database),
      stdio: ['pipe', 'ignore', 'inherit'],
    });
  const env = {
    GANTRY_DATA: data,
    GANTRY_PORT: '0',
    GANTRY_ADMIN_PORT: '0',
    GANTRY_S3_PORT: '0',
    GANTRY_SECRET_KEY: FIXTURE_KEY,
    ...(databaseUrl !== undefined && { GANTRY_DATABASE_URL: databaseUrl }),
  };
  return { data, databaseUrl, env };
}

const storeOf = ({ data, databaseUrl }: Place, secret = FIXTURE_KEY) =>
  openStore({
    url: databaseUrl,
    file: join(data, 'gantry.sqlite'),
    secretKey: Buffer.from(secret),
    kinds,
    log: pino({ level: 'silent' }),
    owner: 'test',
  });

/** Runs a statement past the store; returns its rows. */
const ask = ({ data, databaseUrl }: Place, statement: string): Promise<Record<string, unknown>[]> =>
  direct({ url: databaseUrl, file: join(data, 'gantry.sqlite') }, statement);

const steps = async (place: Place): Promise<unknown[]> =>
  (await ask(place, 'select name from kysely_migration order by name')).map(({ name }) => name);

const olders = databases.flatMap(({ name: database }) => casesOfTier(VERSIONS).map((version) => ({ version, database })));

describe.each(olders)('a store of version $version on $database', ({ version, database }) => {
  const kept = fixture(version, database);

  it('a store of an older version is brought up to date with its sessions, keys and audit', async () => {
    const place = await older(version, database, 'opened');
    const store = await storeOf(place);
    const session = await store.sessions.get(kept.sessionHash);
    expect(session?.principal).toMatchObject({ userName: 'acme-lead' });
    expect((await store.sessions.getToken(kept.tokenHash))?.scope).toMatchObject({ type: 'project' });
    const audit = await store.audit.list({ limit: 100 });
    expect(audit.map(({ call, status }) => `${call} ${status}`)).toEqual(
      expect.arrayContaining(['servers.create 202', 'servers.start 409']),
    );
    const run = await store.tasks.get(kept.taskId);
    expect([run?.phase, run?.body]).toMatchObject(['accepted', { name: 'begun before the upgrade' }]);
    const server = { engine: 'embedded', kind: 'server', id: kept.renamedId };
    const row = await store.read.get(server);
    expect(await store.states.of(server)).toEqual([{ status: 'ACTIVE', at: row?.updatedAt }]);
    const head = await store.changes.head();
    expect(head).toBeGreaterThan(0);
    await store.close();
    const again = await storeOf(place);
    expect(await again.changes.head()).toBe(head);
    await again.close();
  });

  it('a store of an older version is served: what it held is there, and what it had begun comes to its end', async () => {
    const { data, databaseUrl } = await older(version, database, 'served');
    const server = await startServer({ data, databaseUrl, env: { GANTRY_SECRET_KEY: FIXTURE_KEY } });
    const lead = await server.as('acme-lead', 'acme-prod');
    const { read, list, stop } = nouns.servers.calls;
    expect((await lead.call(read, { params: { serverId: kept.renamedId } })).name).toBe('renamed before the upgrade');
    const task = () => lead.call(nouns.tasks.calls.read, { params: { taskId: kept.taskId } });
    await expect.poll(async () => (await task()).state, { timeout: 20_000 }).toBe('success');
    const begun = await lead.call(read, { params: { serverId: kept.begunId } });
    expect(begun).toMatchObject({ name: 'begun before the upgrade', status: 'ACTIVE' });
    const { data: found, count } = await lead.call(list, { query: { with_count: true, name: 'contains:before the upgrade' } });
    expect([found.map(({ id }) => id).sort(), count]).toEqual([[kept.renamedId, kept.begunId].sort(), 2]);
    const { data: snapshots } = await lead.call(nouns.volumeSnapshots.calls.list);
    const taken = kept.snapshotId === undefined ? [] : [{ id: kept.snapshotId, name: 'taken before the upgrade', status: 'available' }];
    expect(snapshots).toMatchObject(taken);
    const { data: traits } = await lead.call(nouns.traits.calls.list);
    expect(traits.map(({ id }) => id)).toEqual(['CUSTOM_GPU', 'CUSTOM_SSD']);
    const { data: keys } = await lead.call(nouns.keyPairs.calls.list);
    const added = kept.keyId === undefined ? [] : [{ id: kept.keyId, name: 'added before the upgrade', description: null }];
    expect(keys).toMatchObject(added);
    const { data: flavors } = await lead.call(nouns.flavors.calls.list);
    expect(new Set(flavors.map(({ swap }) => swap))).toEqual(new Set([0]));
    const { data: policies } = await lead.call(nouns.storagePolicies.calls.list);
    expect(policies.map(({ name, limits }) => [name, limits])).toEqual(expect.arrayContaining([['default', {}]]));
    const { id } = await lead.call(stop, { params: { serverId: kept.begunId } });
    expect(id).toBe(kept.begunId);
    expect(await server.stop(), server.err()).toBe(0);
    expect(server.log().filter(({ level }) => level === 'error' || level === 'fatal')).toEqual([]);
  });
});

describe.each(databases)('a store of an older version on $name', ({ name: database }) => {
  it('a store of an older version is refused with another secret key, plainly and before anything is changed', async () => {
    const place = await older(OLDEST, database, 'key');
    const server = launch({ ...place.env, GANTRY_SECRET_KEY: 'another secret key that is long enough as well' });
    expect(await server.ended).toBe(1);
    expect(server.err()).toMatch(/^The store was written with another secret key/);
    expect(server.err()).not.toMatch(/\n\s+at /);
    // Nothing was changed: the older version could still open it.
    expect(await steps(place)).toEqual(['0001-store']);
    await (await storeOf(place)).close();
    expect((await steps(place)).length).toBeGreaterThan(1);
    await expect(storeOf(place, 'another secret key that is long enough as well')).rejects.toThrow(/another secret key/);
  });

  it('a store of an older version keeps its objects, each as the version that has no id', async () => {
    const place = await older(VERSIONS.at(-1)!, database, 'objects');
    await ask(place, `insert into s3_buckets (name, owner_id, domain_id, created_at, objects, bytes) values ('older', 'o', 'd', 0, 1, 3)`);
    await ask(
      place,
      `insert into s3_objects (bucket_id, key, size, etag, modified_at, blob, headers)
        select id, 'k', 3, 'e', 1, 'former', '{}' from s3_buckets where name = 'older'`,
    );
    const store = await storeOf(place);
    const bucket = await store.objects.bucket('older');
    expect(bucket).toMatchObject({ versioning: null, objects: 1, bytes: 3 });
    const { id } = bucket!;
    expect(await store.objects.object(id, 'k')).toMatchObject({ version: 'null', blob: 'former', size: 3 });
    await store.objects.setVersioning(id, 'Enabled');
    const later = { key: 'k', size: 4, etag: 'f', modifiedAt: 2, blob: 'later', parts: null, headers: {} };
    const placed = await store.objects.putObject(id, later, () => undefined);
    const listed = await store.objects.versions(id, {}, 10);
    expect(listed.map(({ version, size }) => [version, size])).toEqual([
      [placed?.version, 4],
      ['null', 3],
    ]);
    expect(await store.objects.known(['former', 'later', 'other'])).toEqual(new Set(['former', 'later']));
    expect(await store.objects.bucket('older')).toMatchObject({ objects: 2, bytes: 7 });
    await store.close();
  });

  it('a store that a later version has changed is refused, plainly', async () => {
    const place = await older(OLDEST, database, 'later');
    await ask(place, `insert into kysely_migration (name, timestamp) values ('9999-of-the-future', '2030-01-01T00:00:00.000Z')`);
    const server = launch(place.env);
    expect(await server.ended).toBe(1);
    expect(server.err()).toMatch(/^The store was written by a later version of Gantry \(it has the step 9999-of-the-future\)/);
    expect(server.err()).not.toMatch(/\n\s+at /);
  });
});
