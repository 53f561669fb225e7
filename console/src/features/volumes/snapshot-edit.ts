import { volumeSnapshotUpdateBody } from '@gantry/contract/nouns/volume-snapshots/calls';
import type { VolumeSnapshot } from '@gantry/contract/nouns/volume-snapshots/entity';
import { api } from '../../app/api/calls.ts';
import { editDialog } from '../../app/resource/edit-dialog.tsx';

/** Renames a snapshot, and says what it is. */
export const SnapshotEditDialog = editDialog<VolumeSnapshot, unknown>(
  'volume-snapshots',
  'volume_snapshot',
  api.volumeSnapshots.update,
  volumeSnapshotUpdateBody,
);
