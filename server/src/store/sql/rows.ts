/** Rows between the database and the port. */
import { textRows, type Flavour } from './database.ts';
import type { Document, Row, RowInput } from '../port/rows.ts';
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

/** Rows by their ids. */
export const rowsById = (stored: readonly ResourceRow[]): Map<string, Row> => new Map(stored.map((row) => [row.id, rowOf(row)]));

export const parseDocument = (text: string): Document => JSON.parse(text) as Document;

export function rowOf(stored: Omit<ResourceRow, 'rid'>): Row {
  return {
    engine: stored.engine,
    kind: stored.kind,
    id: stored.id,
    domainId: stored.domain_id,
    projectId: stored.project_id,
    userId: stored.user_id,
    document: parseDocument(stored.document),
    schemaVersion: stored.schema_version,
    revision: stored.revision,
    createdAt: stored.created_at,
    updatedAt: stored.updated_at,
  };
}

export const ownerOf = (stored: Pick<ResourceRow, 'domain_id' | 'project_id' | 'user_id'>) => ({
  domainId: stored.domain_id,
  projectId: stored.project_id,
  userId: stored.user_id,
});

export const sameOwner = (stored: ResourceRow, input: RowInput): boolean =>
  stored.domain_id === input.domainId && stored.project_id === input.projectId && stored.user_id === input.userId;
