import type { TFunction } from 'i18next';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type en from './texts/en.json';

type Known = keyof (typeof en)['volumes']['status'];

/** Statuses of volumes, snapshots and images that servers are made of or have (S2 §4, S0 §4). */
const KNOWN: Readonly<Record<Known, true>> = {
  'in-use': true,
  attaching: true,
  detaching: true,
  extending: true,
  reserved: true,
  creating: true,
  available: true,
  'awaiting-transfer': true,
  'backing-up': true,
  deleted: true,
  deleting: true,
  downloading: true,
  error: true,
  maintenance: true,
  'restoring-backup': true,
  retyping: true,
  uploading: true,
  active: true,
  queued: true,
  saving: true,
  importing: true,
  deactivated: true,
  killed: true,
  pending_delete: true,
};
const isKnown = (status: string): status is Known => Object.hasOwn(KNOWN, status);

/** A status in words; a newer one than this console knows is named as it came. */
export const thingStatusText = (t: TFunction<'servers'>, status: string): string => {
  // `error_deleting` and its like are errors.
  const known = status.startsWith('error') ? 'error' : status;
  return isKnown(known) ? t(`volumes.status.${known}`) : t('volumes.status-other', { status });
};

/** The same for those who have no translation at hand. */
export function useThingStatusText(): (status: string) => string {
  const { t } = useTranslation('servers');
  return useCallback((status: string) => thingStatusText(t, status), [t]);
}
