import { volumeSnapshotCreateBody as schema } from '@gantry/contract/nouns/volume-snapshots/calls';
import { VOLUME_SNAPSHOT_QUOTA } from '@gantry/contract/nouns/volume-snapshots/quota';
import { takenBy } from '@gantry/contract/wire/taken';
import type { z } from 'zod';
import { api } from '../../app/api/calls.ts';
import { useItem } from '../../app/api/hooks.ts';
import { CreationSide } from '../../parts/quotas/creation-side.tsx';
import { section } from './section.ts';

type Draft = z.input<typeof schema>;

/** Takes a snapshot of a volume. */
export const creation = {
  schema,
  empty: { name: '', volume_id: '', description: '' },
  side: (draft: Draft) => <Side draft={draft} />,
};

/** What it is taken of, and what it takes of the quota: of storage what its volume has, once that is chosen. */
function Side({ draft: { name, volume_id: volumeId } }: { draft: Draft }) {
  const { data: volume } = useItem(api.volumes.read, { volumeId }, { enabled: volumeId !== '' });
  return (
    <CreationSide
      noun={section.noun}
      name={name}
      said={volume && volume.id === volumeId ? [volume.name || volume.id] : []}
      takes={{ amounts: takenBy(VOLUME_SNAPSHOT_QUOTA, [{ size: volume?.size }]) }}
    />
  );
}
