import type { CodedText } from '@gantry/contract/wire/errors';
import type { TFunction } from 'i18next';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../../ui/failure.ts';
import { ApiError } from '../api/errors.ts';

type Translate = TFunction<'shell'>;

/** A code with its parameters in the language of the screen; an unknown code falls back to the given text (rule 3). */
function coded(t: Translate, group: 'errors' | 'reasons' | 'fields', { code, params }: CodedText, fallback: string): string {
  const key = `${group}.${code}`;
  // Rules have their say where there are things, and so have errors of things alone: the sign-in page does not load their sentences.
  const ns = (group === 'reasons' ? 'resource' : ['shell', 'resource']) as 'shell';
  return t(key as 'errors.network', { ...params, ns, defaultValue: fallback });
}

/** Why something is not possible, from a state rule: `reasonText(t, no('server_locked'))`. */
export const reasonText = (t: Translate, reason: CodedText): string => coded(t, 'reasons', reason, reason.code);

/** A code of `fieldCodes` or of a validation rule: what is wrong with one field. */
export const fieldText = (t: Translate, text: CodedText): string => coded(t, 'fields', text, t('fields.invalid'));

/** An error code with parameters, as tasks store them. An outage names the service that is meant, where that is known. */
export function errorCodeText(t: Translate, error: CodedText, fallback: string): string {
  const service = error.code === 'engine_unavailable' ? error.params?.['service'] : undefined;
  if (service === undefined) return coded(t, 'errors', error, fallback);
  const name = t(`stale.service.${service}` as 'errors.network', { ns: 'ui' as 'shell', defaultValue: String(service) });
  return t('errors.service_unavailable', { service: name });
}

/** What went wrong, for the screen: translated text, reason, the engine's own words, id of the request. */
export function failureOf(t: Translate, error: unknown): Failure {
  if (!(error instanceof ApiError)) return { text: t('errors.server') };
  return {
    text: errorCodeText(t, { code: error.code, params: error.params }, error.message || t(`errors.${error.kind}`)),
    ...(error.reason && { reason: reasonText(t, error.reason) }),
    ...(error.detail !== undefined && { detail: error.detail }),
    ...(error.requestId !== undefined && { requestId: error.requestId }),
    ...(error.kind === 'not-found' && { isFinal: true }),
    ...(Object.keys(error.fieldCodes).length > 0 && { fields: error.fieldCodes }),
  };
}

/** `failureOf` in the language of the screen. */
export function useFailure(): (error: unknown) => Failure {
  const { t } = useTranslation();
  return useCallback((error: unknown) => failureOf(t, error), [t]);
}
