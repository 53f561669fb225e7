import { isBackendInternal, isVolumeDeletable, isVolumeRenamable } from '@gantry/contract/nouns/volumes/rules';
import type { Volume } from '@gantry/contract/nouns/volumes/entity';
import { VOLUME_STATUSES } from '@gantry/contract/nouns/volumes/statuses';
import RhUiStorageFillIcon from '@patternfly/react-icons/dist/esm/icons/rh-ui-storage-fill-icon';
import { api } from '../../app/api/calls.ts';
import { common } from '../../app/view/members.ts';
import { viewOf } from '../../app/view/view.tsx';
import { VolumeListTabs } from '../../parts/volumes/volume-tabs.tsx';
import { nameOf, Servers } from './attached.tsx';
import { section } from './section.ts';
import { VolumeTabs } from './tabs.tsx';
import { BUTTONS, useVolumeActions } from './use-actions.ts';
import { Used } from './used.tsx';

/** What a volume was made of, as far as its image tells. */
const imageOf = ({ volume_image_metadata: image }: Volume) => image;

/** The volumes of the scope, each with its snapshots. */
export const view = viewOf(section, {
  icon: RhUiStorageFillIcon,
  members: [
    { of: 'name', in: ['edit'], field: { required: true } },
    { of: 'status', kind: 'status', statuses: VOLUME_STATUSES, sort: true },
    { of: 'size', kind: 'GiB', sort: true },
    {
      key: 'used',
      label: 'field.used',
      kind: 'bytes',
      value: ({ usage }) => usage ?? 0,
      render: ({ id }) => <Used id={id} />,
      details: ({ id }) => <Used id={id} />,
    },
    { of: 'bootable', kind: 'flag' },
    {
      key: 'server',
      label: 'field.server',
      value: ({ attachments }) => attachments.map(nameOf),
      render: ({ attachments }) => attachments.length > 0 && <Servers of={attachments} />,
    },
    // Volumes name their policy by its name.
    {
      of: 'storage_policy_name',
      key: 'policy',
      label: 'field.policy',
      filter: { key: 'storage_policy', by: api.storagePolicies.list, valued: 'name' },
    },
    { key: 'servers', label: 'field.server', in: [], value: () => null, filter: { key: 'server', by: api.servers.list } },
    common.created,
    { of: 'description', in: ['details', 'edit'] },
    {
      key: 'image',
      label: 'field.image',
      in: ['details'],
      value: (volume) => imageOf(volume)?.image_name || imageOf(volume)?.image_id,
      link: { kind: 'image', id: (volume) => imageOf(volume)?.image_id },
    },
    {
      key: 'schedule',
      label: 'schedule.action',
      in: ['details'],
      value: ({ snapshot_schedule: schedule }, { t }) =>
        schedule &&
        [t('schedule.shown', { ...schedule }), ...(schedule.missed ? [t(`schedule.missed.${schedule.missed}`)] : [])].join(' · '),
    },
    { key: 'format', label: 'field.format', in: ['details'], value: (volume) => imageOf(volume)?.disk_format },
    { key: 'firmware', label: 'field.firmware', in: ['details'], value: (volume) => imageOf(volume)?.hw_firmware_type },
    {
      of: 'snapshot_id',
      key: 'snapshot',
      label: 'field.snapshot',
      in: ['details'],
      link: { kind: 'volume_snapshot', id: ({ snapshot_id: id }) => id },
    },
    {
      key: 'backend',
      label: 'field.backend',
      in: ['details'],
      value: (volume, { t }) => {
        const { volume_backend: name } = volume;
        if (isBackendInternal(volume)) return t('backend.internal');
        return name === null ? null : t('backend.external', { name });
      },
    },
    { key: 'plans', label: 'field.plans', in: ['details'], value: ({ backup_plans: plans }) => plans.map(({ name }) => name) },
    { of: 'traits', key: 'placements', label: 'field.placements', kind: 'words', in: ['details'] },
    common.id,
  ],
  edit: {
    call: api.volumes.update,
    rule: isVolumeRenamable,
    form: () => import('@gantry/contract/nouns/volumes/bodies').then(({ volumeUpdateBody: schema }) => ({ schema })),
  },
  useActions: useVolumeActions,
  buttons: BUTTONS,
  above: <VolumeListTabs />,
  deletable: { rule: isVolumeDeletable, loses: () => true },
  shape: { tabs: 2 },
  body: (volume, properties) => <VolumeTabs volume={volume} overview={properties} />,
});
