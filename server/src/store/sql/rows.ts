/** Rows between the database and the port. */
import { textRows, type Flavour } from './database.ts';
import type { DocumentOf, RowInput } from '../../port/store/rows.ts';
import type { Db, ResourceRow } from './tables.ts';

export const RESOURCE_COLUMNS = [
  'rid',
  'engine',
  'kind',
  'id',
  'domain_id',
  'project_id',
  'user_id',
  'document',
  'schema_version',
  'revision',
  'created_at',
  'updated_at',
] as const;

/** Those rows of one engine and kind that there are, regardless of visibility. */
export const storedRows = (db: Db, flavour: Flavour, engine: string, kind: string, ids: readonly string[]): Promise<ResourceRow[]> =>
  db
    .selectFrom('resources')
    .select(RESOURCE_COLUMNS)
    .where('kind', '=', kind)
    .where('id', 'in', textRows(flavour, ids).$castTo<string>())
    .where('engine', '=', engine)
    .execute();

/** A stored document; of a kind that whoever asked for it knows. */
export const parseDocument = <K extends string>(text: string): DocumentOf<K> => JSON.parse(text) as DocumentOf<K>;

export const ownerOf = (stored: Pick<ResourceRow, 'domain_id' | 'project_id' | 'user_id'>) => ({
  domainId: stored.domain_id,
  projectId: stored.project_id,
  userId: stored.user_id,
});

export const sameOwner = (stored: ResourceRow, input: RowInput): boolean =>
  stored.domain_id === input.domainId && stored.project_id === input.projectId && stored.user_id === input.userId;
