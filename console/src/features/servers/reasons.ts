import type { CodedText } from '@gantry/contract/wire/errors';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { reasonText } from '../../app/errors/failure.ts';
import { statusText, taskText } from './status.ts';
import { SERVER_STATUSES } from '@gantry/contract/nouns/servers/statuses';

/** Why a rule of servers said no, with statuses and task states in words instead of as codes. */
export function useReasonText(): (reason: CodedText) => string {
  const { t } = useTranslation('servers');
  const { t: shell } = useTranslation('shell');
  return useCallback(
    (reason: CodedText) => {
      const params = { ...reason.params };
      if (typeof params['status'] === 'string') params['status'] = statusText(t, params['status']);
      if (typeof params['needed'] === 'string')
        params['needed'] = params['needed']
          .split(', ')
          .map((one) => statusText(t, one))
          .join(', ');
      if (typeof params['state'] === 'string') {
        const state = params['state'];
        params['state'] = (SERVER_STATUSES as readonly string[]).includes(state) ? statusText(t, state) : taskText(t, state);
      }
      return reasonText(shell, { code: reason.code, params });
    },
    [t, shell],
  );
}
