import type { CodedText } from '@gantry/contract/wire/errors';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../api/errors.ts';
import { reasonText, useFailure } from '../errors/failure.ts';
import type { Describe } from '../../ui/failure.ts';
import { useStatusText } from './noun-text.ts';
import { listFormat } from '../../ui/format.ts';

/** Why a rule of a noun said no, with its statuses in words instead of as codes. */
export function useNounReason(noun: string): (reason: CodedText) => string {
  const { t, i18n } = useTranslation('shell');
  const word = useStatusText(noun);
  return useCallback(
    ({ code, params = {} }: CodedText) => {
      const { status, needed, volume_status: other } = params;
      const or = listFormat(i18n.language, { type: 'disjunction' });
      return reasonText(t, {
        code,
        params: {
          ...params,
          ...(typeof status === 'string' && { status: word(status) }),
          ...(typeof other === 'string' && { volume_status: word(other) }),
          ...(typeof needed === 'string' && { needed: or.format(needed.split(', ').map(word)) }),
        },
      });
    },
    [t, word, i18n.language],
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
