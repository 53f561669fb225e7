import { useCallback } from 'react';
import { api } from '../../app/api/calls.ts';
import { useList } from '../../app/api/hooks.ts';

/**
 * Where users of a domain sign in: `https://cloud.example:8800/login/{domainId}`, at the self-service side of the host that this page came
 * from (S0 §2). Undefined until the port of that side is known.
 */
export function useLoginLink(): (domain: { id: string }) => string | undefined {
  const { data } = useList(api.platform.config, {});
  const port = data?.self_service_port;
  return useCallback(
    ({ id }) => (port === undefined ? undefined : `${location.protocol}//${location.hostname}:${port}/login/${encodeURIComponent(id)}`),
    [port],
  );
}
