import { S3Error } from '../errors.ts';
import { ask } from './ask.ts';

/** Whether anything answers there: what it answers to who has no keys does not matter. Throws where nothing does. */
export async function probe(endpoint: string, limit: number, signal: AbortSignal): Promise<void> {
  const answer = await ask({
    method: 'GET',
    url: `${endpoint}/`,
    headers: {},
    signal: AbortSignal.any([signal, AbortSignal.timeout(limit)]),
  });
  answer.resume();
}

/** What was the matter. */
export function reasonOf(error: unknown): string {
  if (error instanceof S3Error) return error.details['Reason'] ?? error.message;
  return error instanceof Error ? error.message : String(error);
}
