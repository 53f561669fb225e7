/** What a put means for a row: the row as it is, the row as it is to be, and whether they differ. */
import type { Kind } from '@gantry/contract/wire/kind';
import { canonicalJson } from '../values/canonical.ts';
import type { Document, Instant, RowInput, Share } from '../../port/store/rows.ts';
import { parseDocument, sameOwner } from '../sql/rows.ts';
import { sharesText } from '../visibility/shares.ts';
import type { ResourceRow } from '../sql/tables.ts';
import { rowScopes } from '../visibility/names.ts';

/** A row as it is now, with what its lists and the log need to know. */
export interface Known {
  stored: ResourceRow;
  shares: readonly Share[];
  names: readonly string[];
}

/** Parsed by those who need it: mostly a row is to be as it is already. */
export const documentOf = ({ stored }: Known): Document => parseDocument(stored.document);

/** A row to be written. */
export interface Planned {
  input: RowInput;
  text: string;
  known: Known | undefined;
  shares: readonly Share[];
  names: readonly string[];
  row: Omit<ResourceRow, 'rid'>;
}

/** How a put row is going to be. */
export function plan(kind: Kind, input: RowInput, known: Known | undefined, now: Instant): Planned {
  const shares = kind.shareable ? (input.shares ?? known?.shares ?? []) : [];
  const text = canonicalJson(input.document);
  return {
    input,
    text,
    known,
    shares: [...new Map(shares.map((share) => [share.target, share])).values()],
    names: rowScopes(input, shares),
    row: {
      engine: input.engine,
      kind: input.kind,
      id: input.id,
      domain_id: input.domainId,
      project_id: input.projectId,
      user_id: input.userId,
      document: text,
      schema_version: kind.version,
      revision: (known?.stored.revision ?? 0) + 1,
      created_at: known?.stored.created_at ?? now,
      updated_at: now,
    },
  };
}

/** Whether writing it would change anything. */
export function isChanged(kind: Kind, { input, text, known, shares }: Planned): boolean {
  if (!known || known.stored.document !== text || !sameOwner(known.stored, input)) return true;
  return known.stored.schema_version !== kind.version || sharesText(known.shares) !== sharesText(shares);
}
