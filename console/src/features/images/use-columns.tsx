import { distributionTitle } from '@gantry/contract/nouns/compute-cluster/distributions';
import type { Image } from '@gantry/contract/nouns/images/entity';
import { isUefi } from '@gantry/contract/nouns/images/formats';
import { IMAGE_STATUSES } from '@gantry/contract/nouns/images/statuses';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { commonColumns, type SectionColumn } from '../../app/resource/columns.tsx';
import { useNounText, useStatusText } from '../../app/resource/noun-text.ts';
import { fromGib, fromMib } from '../../ui/show/format-size.ts';
import { CopyText } from '../../ui/show/copy-text.tsx';
import { Size } from '../../ui/show/size.tsx';
import { section } from './section.ts';

type Column = SectionColumn<Image>;

/** A size in bytes, of which there may be none. */
const sizeColumn = (key: string, label: string, bytes: (image: Image) => number | null, more: Partial<Column> = {}): Column => {
  const render = (image: Image) => {
    const size = bytes(image);
    return size === null || size === 0 ? null : <Size bytes={size} />;
  };
  return { key, label, kind: 'size', value: (image) => bytes(image) || null, render, ...more };
};

/** What there is to say about an image. */
export function useColumns(): Column[] {
  const { t } = useTranslation('images');
  const text = useNounText(section.noun);
  const word = useStatusText(section.noun);
  return useMemo(() => {
    const list = (names: readonly string[]) => names.join(', ') || null;
    const details = { on: 'details' } as const;
    return [
      commonColumns.status(section.noun, IMAGE_STATUSES, text, word),
      { key: 'type', label: text('field.type'), value: ({ type }) => t(`type.${type}`) },
      { key: 'os', label: t('field.os'), value: ({ os_distro: distro }) => distro && distributionTitle(distro) },
      sizeColumn('size', text('field.size'), ({ size }) => size, { sort: 'size' }),
      sizeColumn('min_disk', t('field.min-disk'), ({ min_disk: gib }) => fromGib(gib)),
      sizeColumn('min_ram', t('field.min-ram'), ({ min_ram: mib }) => fromMib(mib)),
      { key: 'placements', label: t('field.placements'), value: ({ traits }) => list(traits), optional: true },
      { key: 'access', label: t('field.access'), value: ({ visibility }) => t(`access.${visibility}`) },
      commonColumns.created(text),
      { key: 'format', label: t('field.format'), value: ({ disk_format: format }) => format, ...details },
      sizeColumn('virtual', t('field.virtual'), ({ virtual_size: bytes }) => bytes, details),
      { key: 'firmware', label: t('field.firmware'), value: (image) => (isUefi(image) ? 'UEFI' : 'BIOS'), ...details },
      { key: 'user', label: t('field.user'), value: ({ username }) => username, ...details },
      { key: 'protected', label: t('field.protected'), value: (one) => text(one.protected ? 'yes' : 'no'), ...details },
      { key: 'tags', label: t('field.tags'), value: ({ tags }) => list(tags), ...details },
      {
        key: 'checksum',
        label: t('field.checksum'),
        value: ({ os_hash_value: digest }) => digest,
        details: ({ os_hash_algo: algorithm, os_hash_value: digest }) =>
          digest === null ? null : (
            <>
              <bdi dir="ltr">{algorithm}</bdi> <CopyText text={digest} label={t('field.checksum')} />
            </>
          ),
        ...details,
      },
      commonColumns.description(text),
      commonColumns.id(text),
    ] satisfies Column[];
  }, [t, text, word]);
}
