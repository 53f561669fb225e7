/** Stored rows as their readers get them: with what the schema of their kind promises, whatever is stored. */
import { hash } from 'node:crypto';
import type { Kind } from '@gantry/contract/wire/kind';
import { fittingOf, ownedOf } from '@gantry/contract/wire/stored';
import type { Misfits } from '../../port/store/misfits.ts';
import type { Document, DocumentOf, Row } from '../../port/store/rows.ts';
import type { Layout } from './layout.ts';
import { parseDocument } from '../sql/rows.ts';
import type { ResourceRow } from '../sql/tables.ts';

/** Documents that are remembered as fitting. To recognise one costs a tenth of comparing it with its schema. */
const REMEMBERED = 50_000;

type StoredDocument = Pick<ResourceRow, 'id' | 'kind' | 'project_id' | 'domain_id' | 'document'>;

export interface RowReader {
  rowOf<K extends string>(stored: Omit<ResourceRow, 'rid'>): Row<K>;
  documentOf<K extends string>(stored: StoredDocument): DocumentOf<K>;
}

/** @param misfits is told of rows that do not fit; without it rows are read as they are stored. */
export function createRowReader(layouts: ReadonlyMap<string, Layout<Kind>>, misfits: Misfits | undefined): RowReader {
  const fitting = new Set<string>();

  function read(stored: StoredDocument): { document: Document; unreadable?: readonly string[] } {
    const { id, project_id: projectId, domain_id: domainId, document: text } = stored;
    const parsed: Document = parseDocument(text);
    const kind = misfits && layouts.get(stored.kind)?.kind;
    if (!kind) return { document: parsed };
    const document: Document = ownedOf(kind, { id, projectId, domainId, document: parsed });
    const digest = hash('sha1', `${kind.name} ${id} ${projectId} ${domainId} ${text}`, 'base64');
    if (fitting.has(digest)) return { document };
    const found = fittingOf(kind, { id, projectId, domainId, document });
    if (found) {
      misfits(kind.name, id, found.error);
      return { document: found.document, unreadable: found.unreadable };
    }
    if (fitting.size >= REMEMBERED) fitting.clear();
    fitting.add(digest);
    return { document };
  }

  return {
    rowOf: <K extends string>(stored: Omit<ResourceRow, 'rid'>): Row<K> => ({
      engine: stored.engine,
      kind: stored.kind as K,
      id: stored.id,
      domainId: stored.domain_id,
      projectId: stored.project_id,
      userId: stored.user_id,
      ...(read(stored) as Pick<Row<K>, 'document' | 'unreadable'>),
      schemaVersion: stored.schema_version,
      revision: stored.revision,
      createdAt: stored.created_at,
      updatedAt: stored.updated_at,
    }),
    documentOf: <K extends string>(stored: StoredDocument) => read(stored).document as DocumentOf<K>,
  };
}

/** The same for as long as what is stored is held: each row is read once, however often it is asked for. */
export function readOnce(reader: RowReader): RowReader {
  const known = new WeakMap<object, Row>();
  return {
    ...reader,
    rowOf<K extends string>(stored: Omit<ResourceRow, 'rid'>) {
      const row = known.get(stored) ?? reader.rowOf(stored);
      known.set(stored, row);
      return row as Row<K>;
    },
  };
}

/** Rows by their ids. */
export const rowsById = <K extends string>({ rowOf }: RowReader, stored: readonly ResourceRow[]): Map<string, Row<K>> =>
  new Map(stored.map((row) => [row.id, rowOf(row)]));
