import { isBackendInternal } from '@gantry/contract/nouns/volumes/rules';
import type { Volume } from '@gantry/contract/nouns/volumes/entity';
import { VOLUME_STATUSES } from '@gantry/contract/nouns/volumes/statuses';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { commonColumns, type SectionColumn } from '../../app/resource/columns.tsx';
import { ItemLink } from '../../app/resource/item-link.tsx';
import { useNounText, useStatusText } from '../../app/resource/noun-text.ts';
import { section } from './section.ts';
import { Used } from './used.tsx';

const nameOf = ({ server_id: id, server_name: name }: Volume['attachments'][number]) => name || id;

/** The servers that have a volume, each with the way to its page. */
function Servers({ of }: { of: Volume['attachments'] }) {
  return of.map((one, index) => (
    <span key={one.server_id}>
      {index > 0 && ', '}
      <ItemLink kind="server" id={one.server_id}>
        {nameOf(one)}
      </ItemLink>
    </span>
  ));
}

/** What there is to say about a volume. */
export function useColumns(): SectionColumn<Volume>[] {
  const { t } = useTranslation('volumes');
  const text = useNounText(section.noun);
  const word = useStatusText(section.noun);
  return useMemo(
    () => [
      commonColumns.status(section.noun, VOLUME_STATUSES, text, word),
      commonColumns.size(text),
      { key: 'used', label: t('field.used'), kind: 'size', value: ({ usage }) => usage ?? 0, render: ({ id }) => <Used id={id} /> },
      { key: 'bootable', label: t('field.bootable'), kind: 'flag', value: ({ bootable }) => text(bootable ? 'yes' : 'no') },
      {
        key: 'server',
        label: t('field.server'),
        value: ({ attachments }) => attachments.map(nameOf).join(', ') || null,
        render: ({ attachments }) => (attachments.length === 0 ? null : <Servers of={attachments} />),
      },
      { key: 'policy', label: t('field.policy'), value: ({ storage_policy_name: policy }) => policy },
      commonColumns.created(text),
      commonColumns.description(text),
      {
        key: 'image',
        label: t('field.image'),
        value: ({ volume_image_metadata: image }) => image?.image_name || (image?.image_id ?? null),
        on: 'details',
      },
      {
        key: 'schedule',
        label: t('schedule.action'),
        value: ({ snapshot_schedule: schedule }) =>
          schedule &&
          [t('schedule.shown', { ...schedule }), ...(schedule.missed ? [t(`schedule.missed.${schedule.missed}`)] : [])].join(' · '),
        on: 'details',
      },
      { key: 'format', label: t('field.format'), value: ({ volume_image_metadata: image }) => image?.disk_format ?? null, on: 'details' },
      {
        key: 'firmware',
        label: t('field.firmware'),
        value: ({ volume_image_metadata: image }) => image?.hw_firmware_type ?? null,
        on: 'details',
      },
      { key: 'snapshot', label: t('field.snapshot'), value: ({ snapshot_id: id }) => id, on: 'details' },
      {
        key: 'backend',
        label: t('field.backend'),
        value: (volume) => {
          const { volume_backend: name } = volume;
          if (isBackendInternal(volume)) return t('backend.internal');
          return name === null ? null : t('backend.external', { name });
        },
        on: 'details',
      },
      {
        key: 'plans',
        label: t('field.plans'),
        value: ({ backup_plans: plans }) => plans.map(({ name }) => name).join(', ') || null,
        on: 'details',
      },
      { key: 'placements', label: t('field.placements'), value: ({ traits }) => traits.join(', ') || null, on: 'details' },
      commonColumns.id(text),
    ],
    [t, text, word],
  );
}
