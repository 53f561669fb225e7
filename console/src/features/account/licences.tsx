import { Spinner } from '@patternfly/react-core/dist/esm/components/Spinner';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import address from 'virtual:third-party';
import { ApiError, errorOfAnswer, ERROR_TEXTS } from '../../app/api/errors.ts';
import { useFailure } from '../../app/errors/failure.ts';
import { useScopeKey } from '../../app/session/use-session.ts';
import { FailureText } from '../../ui/show/failure-text.tsx';
import './account.css';

/** The file of all licences, which comes with the console. Throws ApiError. */
async function readLicences(signal: AbortSignal): Promise<string> {
  const response = await fetch(address, { signal }).catch((cause: unknown) => {
    throw new ApiError('network', ERROR_TEXTS.network, { cause });
  });
  if (!response.ok) throw errorOfAnswer({ status: response.status, body: {}, requestId: undefined });
  return response.text();
}

/** The licences of Gantry and of all that is shipped with it. */
export function Licences() {
  const { t } = useTranslation('account');
  const { t: shell } = useTranslation('shell');
  const describe = useFailure();
  const queryKey = [useScopeKey(), 'account.licences'];
  const { data, error } = useQuery({ queryKey, queryFn: ({ signal }) => readLicences(signal) });
  if (error) return <FailureText failure={describe(error)} />;
  if (data === undefined) return <Spinner size="md" aria-label={shell('shell.loading')} />;
  return (
    <textarea
      className="gantry-licences"
      aria-label={t('about.licences')}
      dir="ltr"
      lang="en"
      rows={24}
      spellCheck={false}
      readOnly
      value={data}
    />
  );
}
