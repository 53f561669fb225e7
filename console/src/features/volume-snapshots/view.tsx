import { isSnapshotDeletable, isSnapshotRenamable } from '@gantry/contract/nouns/volume-snapshots/rules';
import { SNAPSHOT_STATUSES } from '@gantry/contract/nouns/volume-snapshots/statuses';
import CameraIcon from '@patternfly/react-icons/dist/esm/icons/camera-icon';
import { api } from '../../app/api/calls.ts';
import { common } from '../../app/view/members.ts';
import { viewOf } from '../../app/view/view.tsx';
import { useSnapshotReset } from '../../parts/volumes/use-snapshot-reset.ts';
import { useSnapshotUses } from '../../parts/volumes/use-snapshot-uses.ts';
import { VolumeListTabs } from '../../parts/volumes/volume-tabs.tsx';
import { section } from './section.ts';

/** The snapshots of the project's volumes. */
export const view = viewOf(section, {
  icon: CameraIcon,
  members: [
    { of: 'name', in: ['create', 'edit'], field: { required: true } },
    { of: 'status', kind: 'status', statuses: SNAPSHOT_STATUSES, sort: true },
    { of: 'size', kind: 'GiB', sort: true },
    {
      of: 'volume_id',
      key: 'volume',
      label: 'field.volume',
      in: ['list', 'details', 'create'],
      value: ({ volume_name: name, volume_id: id }) => name || id,
      link: { kind: 'volume', id: ({ volume_id: id }) => id },
      field: { own: () => import('./volume-field.tsx').then(({ VolumeField }) => VolumeField) },
    },
    common.created,
    { of: 'description', in: ['details', 'create', 'edit'] },
    common.id,
  ],
  create: () => import('./creation.tsx').then(({ creation }) => creation),
  edit: {
    call: api.volumeSnapshots.update,
    rule: isSnapshotRenamable,
    form: () => import('@gantry/contract/nouns/volume-snapshots/calls').then(({ volumeSnapshotUpdateBody: schema }) => ({ schema })),
  },
  // A volume is reverted on its own page, where its newest snapshot is known.
  useActions: (edit) => [...useSnapshotUses(), ...edit, useSnapshotReset()],
  above: <VolumeListTabs />,
  deletable: { rule: isSnapshotDeletable, loses: () => true },
});
