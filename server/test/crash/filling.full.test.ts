/** A process that is killed while it fills an empty store leaves nothing that the next one could not go on with. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pino } from 'pino';
import { kinds } from '@gantry/contract';
import type { SeedRecord } from '../../src/engines/embedded/platform/records.ts';
import { openStore } from '../../src/store/open.ts';
import type { Store } from '../../src/port/store/store.ts';
import { all, RECORDS } from '../engines/embedded/support/platform.ts';
import { databases, testDatabaseUrl } from '../support/databases.ts';
import { launch, startServer } from '../support/process.ts';
import { logIsWhole, platformAtRest } from './support/checks.ts';

/** So many that the process is still at it when whoever watches has seen that it has begun. */
const SERVERS = 800;
/** Servers after which it is killed. */
const BEGUN = 100;
const KEY = 'a key of thirty-two characters !';

const progress = async (store: Store): Promise<number> => {
  const [record] = await store.records.list(RECORDS, 'seed');
  return (record?.value as SeedRecord | undefined)?.done ?? 0;
};

describe.each(databases)('the first filling on $name', ({ name }) => {
  it('the first filling goes on where SIGKILL stopped it, and makes everything once', async () => {
    const data = mkdtempSync(join(tmpdir(), 'gantry-filling-'));
    const url = await testDatabaseUrl(name);
    const log = pino({ level: 'silent' });
    const store = await openStore({ url, file: join(data, 'gantry.sqlite'), secretKey: Buffer.from(KEY), kinds, log, owner: 'test' });
    const env = { GANTRY_SAMPLE_SERVERS: String(SERVERS), GANTRY_LEASE_SECONDS: '1', GANTRY_SECRET_KEY: KEY, GANTRY_LOG_LEVEL: 'warn' };
    const place = {
      GANTRY_DATA: data,
      GANTRY_PORT: '0',
      GANTRY_ADMIN_PORT: '0',
      GANTRY_S3_PORT: '0',
      ...(url !== undefined && { GANTRY_DATABASE_URL: url }),
    };
    try {
      const filling = launch({ ...env, ...place });
      await expect.poll(() => progress(store), { interval: 5 }).toBeGreaterThanOrEqual(BEGUN);
      filling.signal('SIGKILL');
      expect(await filling.ended).toBeNull();
      const seen = await progress(store);
      expect(seen).toBeLessThan(SERVERS);
      // What is there is as much as is written down: no half of a transaction.
      expect(await all(store, 'server')).toHaveLength(seen);
      const server = await startServer({ data, databaseUrl: url, env });
      await server.as('acme-member', 'acme-prod');
      expect(await server.stop()).toBe(0);
      expect(await all(store, 'server')).toHaveLength(SERVERS);
      expect([...(await platformAtRest(store)), ...(await logIsWhole(store))]).toEqual([]);
    } finally {
      await store.close();
      rmSync(data, { recursive: true });
    }
  });
});
