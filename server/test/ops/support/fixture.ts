import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import type { DatabaseName } from '../../support/databases.ts';

/** The secret key that the kept stores were written with. */
export const FIXTURE_KEY = 'the secret key of the kept stores';

/** What is in a kept store beside the sample tenants. */
export interface Fixture {
  /** Was renamed. */
  renamedId: string;
  /** Was being built when the server stopped, by this task. */
  begunId: string;
  taskId: string;
  /** Was taken; none by versions that had no snapshots. */
  snapshotId?: string;
  /** Was added; none by versions of which no key is kept. */
  keyId?: string;
  /** Of a session and its scope token that lived. */
  sessionHash: string;
  tokenHash: string;
}

/** `fixtures/<name>.<extension>`; the name is the commit that wrote it. */
export const fixturePath = (name: string, extension: string): string =>
  fileURLToPath(new URL(`../fixtures/${name}.${extension}`, import.meta.url));

export const fixture = (name: string, database: DatabaseName): Fixture =>
  (JSON.parse(readFileSync(fixturePath(name, 'json'), 'utf8')) as Record<DatabaseName, Fixture>)[database];

/** The SQLite file, or the dump of PostgreSQL. */
export const fixtureContent = (name: string, database: DatabaseName): Buffer =>
  gunzipSync(readFileSync(fixturePath(name, database === 'sqlite' ? 'sqlite.gz' : 'sql.gz')));
