import { sharedWith } from '../../../shared-with.ts';
import type { PolicyDocument } from '../../platform/documents.ts';
import type { Platform } from '../../platform/platform.ts';
import { ensureRows } from '../../platform/rows.ts';
import { DEFAULT_POLICY, POLICIES } from './catalogue.ts';
import { rowOf } from '../../seed/base.ts';
import { idOf } from '../../seed/ids.ts';

/** Gives everybody the storage policies. Makes those that are missing: all of them, or those that an older version did not know. */
export async function givePolicies(platform: Platform): Promise<void> {
  const { id: engine } = platform;
  const documents = POLICIES.map(({ name, description }): PolicyDocument => {
    return { id: idOf(engine, 'storage_policy', name), name, description, is_default: name === DEFAULT_POLICY };
  });
  const shares = sharedWith('everyone');
  await ensureRows(
    platform,
    'storage_policy',
    documents.map((document) => rowOf(platform, 'storage_policy', document, { shares })),
  );
}
