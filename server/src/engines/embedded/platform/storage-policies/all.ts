import { storagePolicyKind } from '@gantry/contract/nouns/storage-policies/entity';
import { EVERYTHING } from '../../../../store/visibility/visibility.ts';
import type { PolicyDocument } from '../documents.ts';
import type { Platform } from '../platform.ts';

/** Most that there are: as many as a change of a quota may name. */
export const MOST_POLICIES = 200;

/** All storage policies, the default first, then by name. Changes run one after the other, so what is committed is all there is. */
export async function allPolicies({ id: engine, store }: Pick<Platform, 'id' | 'store'>): Promise<PolicyDocument[]> {
  const sort = { key: 'name', descending: false };
  const { rows } = await store.read.list({ kind: storagePolicyKind, visibility: EVERYTHING, filters: {}, sort, limit: 2 * MOST_POLICIES });
  const own = rows.filter((row) => row.engine === engine).map((row) => row.document);
  return [...own.filter((policy) => policy.is_default), ...own.filter((policy) => !policy.is_default)];
}
