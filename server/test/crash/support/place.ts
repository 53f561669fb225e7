/** Where a server lives that is killed and started again: data folder, database, configuration. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { stringify } from 'yaml';
import { kinds } from '@gantry/contract';
import { openStore } from '../../../src/store/open.ts';
import type { Store } from '../../../src/port/store/store.ts';
import { PASSWORD, PASSWORD_COST } from '../../support/sign-in.ts';
import { testDatabaseUrl, type DatabaseName } from '../../support/databases.ts';

/** What the platform takes for its work, in milliseconds: short beside a round, long enough to be killed in between. */
const TIMINGS = { build: 80, start: 40, stop: 40, reboot: 60, delete: 40 };

export interface Place {
  /** Variables of the server. */
  env: Readonly<Record<string, string>>;
  /** The store, for looking into while no server runs. */
  open(): Promise<Store>;
  remove(): void;
}

export interface PlaceOptions {
  /** What the platform takes for its work, where it is not `TIMINGS`. */
  timings?: typeof TIMINGS;
  /** Engines in place of the embedded platform; the folder is theirs for files of their own. */
  engines?: (folder: string) => readonly object[];
}

/** An empty place. What a killed server held goes to the next one after a second. */
export async function emptyPlace(database: DatabaseName, options: PlaceOptions = {}): Promise<Place> {
  const folder = mkdtempSync(join(tmpdir(), 'gantry-crash-'));
  const url = await testDatabaseUrl(database, true);
  const config = join(folder, 'gantry.yaml');
  const embedded = { id: 'embedded', type: 'embedded', timings: options.timings ?? TIMINGS, passwordCost: PASSWORD_COST, sampleServers: 0 };
  writeFileSync(config, stringify({ engines: options.engines?.(folder) ?? [embedded] }));
  const first = { GANTRY_ADMIN_PASSWORD: PASSWORD, GANTRY_SAMPLE_PASSWORD: PASSWORD };
  const env = {
    GANTRY_DATA: folder,
    GANTRY_CONFIG: config,
    GANTRY_PORT: '0',
    GANTRY_ADMIN_PORT: '0',
    GANTRY_S3_PORT: '0',
    GANTRY_LEASE_SECONDS: '1',
    ...(!options.engines && first),
    ...(url !== undefined && { GANTRY_DATABASE_URL: url }),
  };
  return {
    env,
    open: () =>
      openStore({
        url,
        file: join(folder, 'gantry.sqlite'),
        secretKey: Buffer.from(readFileSync(join(folder, 'secret.key'), 'utf8').trim()),
        kinds,
        log: pino({ level: 'silent' }),
        owner: 'the harness',
      }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
