import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { errorCodeText, useFailure } from '../../app/errors/failure.ts';
import { S3Error, sentenceOf } from '../../parts/object-storage/s3-error.ts';
import type { Failure } from '../../ui/failure.ts';

/** What went wrong in object storage, or in a call about it, for the screen. */
export function useS3Failure(): (error: unknown) => Failure {
  const { t } = useTranslation('object-storage');
  const { t: shell } = useTranslation('shell');
  const describe = useFailure();
  return useCallback(
    (error: unknown) => {
      if (!(error instanceof S3Error)) return describe(error);
      const sentence = sentenceOf(error.code);
      // What was refused before the storage was asked has a code of the console's own server.
      const other = t('error.other', { code: error.code });
      return {
        text: sentence ? t(`error.${sentence}`) : errorCodeText(shell, { code: error.code }, other),
        ...(sentence === undefined && error.message !== '' && { detail: error.message }),
        ...(error.requestId !== undefined && { requestId: error.requestId }),
      };
    },
    [t, shell, describe],
  );
}
