import type { Pool } from '@gantry/contract/nouns/load-balancer-pools/entity';
import { LISTENER_KINDS, type Algorithm, type ListenerKind } from '@gantry/contract/nouns/load-balancer-pools/values';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { numberFormat } from '../../ui/format.ts';

/** Both sides as they are written everywhere: `HTTPS → HTTP`. */
export const wayText = (kind: ListenerKind): string => `${LISTENER_KINDS[kind].protocol} → ${LISTENER_KINDS[kind].backend}`;

/** What is forwarded; null where it was made elsewhere and says nothing of a side. */
interface Forward {
  protocol: string | null;
  protocol_port: number | null;
  backend_protocol: string | null;
  backend_protocol_port: number | null;
}

const sideText = (protocol: string | null, port: number | null): string => [protocol ?? '–', ...(port === null ? [] : [port])].join(':');

/** Both sides with their ports: `HTTPS:443 → HTTP:8080`. */
export const forwardText = (pool: Forward): string =>
  `${sideText(pool.protocol, pool.protocol_port)} → ${sideText(pool.backend_protocol, pool.backend_protocol_port)}`;

/** How members are chosen; null where it was made elsewhere, in a way that has no name here. */
export const algorithmText = (t: TFunction<'load-balancer-pools'>, algorithm: Algorithm | null): string | null =>
  algorithm && t(`algorithm.${algorithm}`);

/** A number of seconds in words of the language. */
export function useSeconds(): (seconds: number) => string {
  const { i18n } = useTranslation();
  return (seconds) => numberFormat(i18n.language, { style: 'unit', unit: 'second', unitDisplay: 'short' }).format(seconds);
}

/** How members are watched, in one line. */
export function useMonitorText(): (monitor: Pick<NonNullable<Pool['healthmonitor']>, 'type' | 'delay'> | null | undefined) => string {
  const { t } = useTranslation('load-balancer-pools');
  const seconds = useSeconds();
  return (monitor) => (monitor ? t('monitor.summary', { type: monitor.type, every: seconds(monitor.delay) }) : t('monitor.none'));
}
