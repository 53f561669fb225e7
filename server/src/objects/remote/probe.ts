import { S3Error } from '../errors.ts';
import { sendRequest } from './send-request.ts';
import type { Place } from './signed.ts';

/** Checks that the endpoint answers, whatever it answers to an unsigned request. Throws where it does not. */
export async function probe({ endpoint, ca }: Pick<Place, 'endpoint' | 'ca'>, limit: number, signal: AbortSignal): Promise<void> {
  const answer = await sendRequest({
    method: 'GET',
    url: `${endpoint}/`,
    headers: {},
    ca,
    signal: AbortSignal.any([signal, AbortSignal.timeout(limit)]),
  });
  answer.resume();
}

/** Why a request failed, as text. */
export function reasonOf(error: unknown): string {
  if (error instanceof S3Error) return error.details['Reason'] ?? error.message;
  return error instanceof Error ? error.message : String(error);
}
