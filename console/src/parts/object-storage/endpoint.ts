import type { S3Config } from '@gantry/contract/nouns/object-storage/entity';

/** Where S3 clients connect to: what the server says, else this host at the port of the storage. */
export function endpointOf({ endpoint, port }: Pick<S3Config, 'endpoint' | 'port'>): string {
  if (endpoint !== null) return endpoint.replace(/\/$/, '');
  const { protocol, hostname, origin } = location;
  return port === null ? origin : `${protocol}//${hostname}:${port}`;
}
