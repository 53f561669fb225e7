import type { KeyPair } from '@gantry/contract/nouns/key-pairs/entity';
import { api } from '../../app/api/calls.ts';
import { useDeleteAction, useResourceActions } from '../../app/resource/use-resource-actions.ts';
import type { Actions } from '../../ui/action/use-actions.tsx';

/** What can be done to SSH keys on the screen. */
export function useKeyPairActions(items: readonly KeyPair[], onBulkDone?: () => void): Actions<KeyPair> {
  const kind = 'key_pair';
  const remove = useDeleteAction<KeyPair>({
    noun: 'key-pairs',
    kind,
    calls: api.keyPairs,
  });
  return useResourceActions({ kind, actions: [remove], items, onBulkDone });
}
