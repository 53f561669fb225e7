import { GantryError, type CodedText } from '@gantry/contract/wire/errors';
import type { Documents, Visibility } from '../../../port/store/rows.ts';
import { visibilityOfActor } from '../../../store/visibility/visibility.ts';
import type { KindName } from './documents.ts';
import type { Platform } from './platform.ts';

/** A refusal at one field of the body. */
export const invalid = (field: string, problem: CodedText): GantryError =>
  new GantryError('validation_failed', { fields: { [field]: [problem] } });

/**
 * The documents behind the ids of a field, in their order, within the caller's visibility. A foreign id is refused exactly as an unknown
 * one: validation_failed with `unknown_id`.
 */
export async function referenced<K extends KindName>(
  platform: Platform,
  kind: K,
  ids: readonly string[],
  actor: Visibility,
  field: string,
): Promise<Documents[K][]> {
  const rows = await platform.store.read.findMany(kind, ids, visibilityOfActor(actor));
  return ids.map((id) => {
    const row = rows.get(id);
    if (row?.engine !== platform.id) throw invalid(field, { code: 'unknown_id' });
    return row.document as Documents[K];
  });
}

/** Refuses security groups that are not of the server's project, or that the caller does not see, each as an unknown one. */
export async function groupsReferenced(
  platform: Platform,
  ids: readonly string[] | undefined,
  { actor, projectId }: { actor: Visibility; projectId: string },
  field: string,
): Promise<void> {
  const groups = await referenced(platform, 'security_group', ids ?? [], actor, field);
  if (groups.some((group) => group.project_id !== projectId)) throw invalid(field, { code: 'unknown_id' });
}
