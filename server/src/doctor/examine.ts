/** Looks at a store without changing it, also while servers run: all of it as it is at one moment. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { kinds } from '@gantry/contract';
import type { Kind } from '@gantry/contract/wire/kind';
import { STORE_FILE } from '../store/store-file.ts';
import type { Database } from '../store/sql/database.ts';
import { layoutOf, type Layout } from '../store/entries/layout.ts';
import { migrations } from '../store/schema/migrations.ts';
import { openPostgres } from '../store/postgres/database.ts';
import { shapeIn, shapeOf } from '../store/schema/shape.ts';
import { openReader } from '../store/sqlite/reader.ts';
import { lookAtStore } from '../store/look.ts';
import { sqliteCode } from '../store/faults/unavailable.ts';
import type { Finding, StoreUnderCheck } from './finding.ts';
import { examineLists } from './lists.ts';
import { examineQuotas } from './quotas.ts';
import { examineReferences } from './references.ts';
import { examineSizes } from './sizes.ts';
import { examineValues } from './values.ts';
import { examineWork } from './work.ts';

/** What of the server's settings says where its store is, and which engines write in it. */
interface Settings {
  databaseUrl?: string | undefined;
  dataFolder: string;
  engines: readonly { id: string; type: string }[];
}

export interface Examination {
  /** What is there, to read. */
  lines: string[];
  findings: Finding[];
}

const CACHE_KIB = 32 * 1024;
const BACKUP = 'restore a backup (docs/operations.md)';
/** SQLITE_CORRUPT, SQLITE_NOTADB. */
const DAMAGED = new Set([11, 26]);

type Source = Pick<Database, 'flavour' | 'snapshot' | 'close'>;

const sourceOf = (url: string | undefined, file: string, shape: string): Source =>
  url === undefined
    ? { flavour: 'sqlite', ...openReader(file, CACHE_KIB, 'none') }
    : openPostgres(url, 'doctor', shape, pino({ level: 'silent' }));

async function damages({ db, flavour }: StoreUnderCheck): Promise<Finding[]> {
  if (flavour !== 'sqlite') return [];
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check(5)`.execute(db);
  return rows.flatMap(({ integrity_check: what }): Finding | [] =>
    what === 'ok' ? [] : { weight: 'error', what: `the file is damaged: ${what.replaceAll('\n', ' ')}`, mend: BACKUP },
  );
}

const nothing = (what: string, mend: string): Examination => ({ lines: [], findings: [{ weight: 'error', what, mend }] });

/** Throws where the database does not answer. */
export async function examine(config: Settings): Promise<Examination> {
  const { databaseUrl: url, dataFolder } = config;
  const file = join(dataFolder, STORE_FILE);
  const where = url === undefined ? file : 'the database of GANTRY_DATABASE_URL';
  try {
    if ((url === undefined && !existsSync(file)) || (await lookAtStore({ url, file })) === 'empty')
      return nothing(`${where} holds no store`, `name the right one in GANTRY_DATA or GANTRY_DATABASE_URL, or ${BACKUP}`);
    return await examineStore(config, file);
  } catch (error) {
    if (!DAMAGED.has((sqliteCode(error) ?? 0) & 0xff)) throw error;
    return nothing(`${where} is damaged: ${error instanceof Error ? error.message : String(error)}`, BACKUP);
  }
}

async function examineStore({ databaseUrl: url, engines }: Omit<Settings, 'dataFolder'>, file: string): Promise<Examination> {
  const layouts: ReadonlyMap<string, Layout<Kind>> = new Map([...kinds.values()].map((kind) => [kind.name, layoutOf(kind)]));
  const embedded = new Set(engines.filter(({ type }) => type === 'embedded').map(({ id }) => id));
  const steps = Object.keys(migrations(url === undefined ? 'sqlite' : 'postgres'));
  const shape = shapeOf(steps, layouts);
  const source = sourceOf(url, file, shape);
  try {
    return await source.snapshot(async (db) => {
      const checked: StoreUnderCheck = { flavour: source.flavour, db, layouts, embedded };
      const findings = await damages(checked);
      if (findings.length > 0) return { lines: [], findings };
      const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
      const known = new Set(rows.map(({ name }) => name));
      if (known.size !== steps.length || steps.some((step) => !known.has(step)) || (await shapeIn(db)) !== shape)
        return nothing(
          'another version of Gantry has written the store last',
          'use the doctor of that version, or start this one on it first',
        );
      const { lines, findings: sizes } = await examineSizes(checked);
      for (const part of [examineValues, examineReferences, examineLists, examineQuotas, examineWork])
        findings.push(...(await part(checked)));
      return { lines, findings: [...findings, ...sizes] };
    });
  } finally {
    await source.close();
  }
}
