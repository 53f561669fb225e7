import { SNAPSHOT_STATUSES } from '@gantry/contract/nouns/volume-snapshots/rules';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { StatusLabel, type Tone } from '../../ui/show/status-label.tsx';

type Known = (typeof SNAPSHOT_STATUSES)[number];

const isKnown = (status: string): status is Known => (SNAPSHOT_STATUSES as readonly string[]).includes(status);

/** A status in words; a newer one than this console knows is named as it came. */
export const statusText = (t: TFunction<'volume-snapshots'>, status: string): string =>
  isKnown(status) ? t(`status.${status}`) : t('status-other', { status });

/** How a status looks (S2 §4); what is not known by name looks neutral. */
export function toneOf(status: string): Tone {
  if (status.startsWith('error')) return 'error';
  if (status === 'available') return 'ok';
  return isKnown(status) && /ing(_up)?$|^delete_p/.test(status) ? 'progress' : 'neutral';
}

export function SnapshotStatus({ status }: { status: string }) {
  const { t } = useTranslation('volume-snapshots');
  return <StatusLabel tone={toneOf(status)}>{statusText(t, status)}</StatusLabel>;
}
