import type { CodedText } from '@gantry/contract/wire/errors';
import type { i18n as I18n } from 'i18next';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../api/errors.ts';
import { reasonText, useFailure } from '../errors/failure.ts';
import type { Describe } from '../../ui/failure.ts';
import { useStatusText } from './noun-text.ts';
import { listFormat, numberFormat } from '../../ui/format.ts';

/** What kinds are called where they are counted. */
const COUNTED: Readonly<Record<string, string>> = {
  server: 'resource:quota.instances',
  volume: 'resource:quota.volumes',
  volume_snapshot: 'resource:quota.snapshots',
  image: 'nouns:menu.images.list',
  network: 'resource:quota.networks',
  router: 'resource:quota.routers',
  floating_ip: 'resource:quota.floating_ips',
  security_group: 'resource:quota.security_groups',
  load_balancer: 'resource:quota.load_balancers',
};

/** Parameters that are a status: of the thing itself, or of another that it belongs to. */
const STATUSES = ['status', 'volume_status', 'load_balancer_status', 'pool_status'] as const;

/** `server:3,volume:1`, what is left in a project, in words. */
function leftText(i18n: I18n, left: string): string {
  const parts = left.split(',').map((part) => {
    const [kind = '', count = ''] = part.split(':');
    return `${i18n.t((COUNTED[kind] ?? kind) as 'product')} (${numberFormat(i18n.language).format(Number(count))})`;
  });
  return listFormat(i18n.language, { type: 'conjunction' }).format(parts);
}

/** Why a rule of a noun said no, with its statuses in words instead of as codes. */
export function useNounReason(noun: string): (reason: CodedText) => string {
  const { t, i18n } = useTranslation('shell');
  const word = useStatusText(noun);
  return useCallback(
    ({ code, params = {} }: CodedText) => {
      const { needed, left } = params;
      const or = listFormat(i18n.language, { type: 'disjunction' });
      return reasonText(t, {
        code,
        params: {
          ...params,
          ...Object.fromEntries(STATUSES.flatMap((name) => (typeof params[name] === 'string' ? [[name, word(params[name])]] : []))),
          ...(typeof left === 'string' && { left: leftText(i18n, left) }),
          ...(typeof needed === 'string' && { needed: or.format(needed.split(', ').map(word)) }),
        },
      });
    },
    [t, word, i18n],
  );
}

/** What went wrong with a thing of a noun: as everywhere, with the reason of its rule in words. */
export function useNounFailure(noun: string): Describe {
  const describe = useFailure();
  const reason = useNounReason(noun);
  return useCallback(
    (error: unknown) => ({ ...describe(error), ...(error instanceof ApiError && error.reason && { reason: reason(error.reason) }) }),
    [describe, reason],
  );
}
