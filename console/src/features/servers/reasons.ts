import { SERVER_STATUSES } from '@gantry/contract/nouns/servers/statuses';
import type { ServerState } from '@gantry/contract/nouns/servers/rules';
import type { CodedText } from '@gantry/contract/wire/errors';
import { isStatus } from '@gantry/contract/wire/statuses';
import type { Rule } from '@gantry/contract/wire/rule-result';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../app/api/errors.ts';
import { reasonText, useFailure } from '../../app/errors/failure.ts';
import { useStatusText } from '../../app/resource/noun-text.ts';
import type { Describe } from '../../ui/failure.ts';
import { statusText, taskText } from './status.ts';
import { listFormat } from '../../ui/format.ts';

/** Why a rule of servers said no, with statuses and task states in words instead of as codes. */
export function useReasonText(): (reason: CodedText) => string {
  const { t, i18n } = useTranslation('servers');
  const { t: shell } = useTranslation('shell');
  const otherStatusText = useStatusText('servers');
  return useCallback(
    ({ code, params = {} }: CodedText) => {
      const { status, needed, state } = params;
      // Servers shout.
      const word = (one: string): string => (/^[A-Z]/.test(one) ? statusText(t, one) : otherStatusText(one));
      const or = listFormat(i18n.language, { type: 'disjunction' });
      return reasonText(shell, {
        code,
        params: {
          ...params,
          ...(typeof status === 'string' && { status: word(status) }),
          ...(typeof needed === 'string' && { needed: or.format(needed.split(', ').map(word)) }),
          ...(typeof state === 'string' && { state: isStatus(SERVER_STATUSES, state) ? statusText(t, state) : taskText(t, state) }),
        },
      });
    },
    [t, shell, otherStatusText, i18n.language],
  );
}

/** What went wrong with a server: as everywhere, with the reason of its rule in words. */
export function useServerFailure(): Describe {
  const describe = useFailure();
  const text = useReasonText();
  return useCallback(
    (error: unknown) => ({ ...describe(error), ...(error instanceof ApiError && error.reason && { reason: text(error.reason) }) }),
    [describe, text],
  );
}

/** Why something cannot be done to a server now, in words; undefined where it can. */
export function useObstacle(rule: Rule<ServerState>, server: ServerState): string | undefined {
  const text = useReasonText();
  const verdict = rule(server);
  return verdict === true ? undefined : text(verdict);
}
