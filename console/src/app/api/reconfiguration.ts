import { RECONFIGURATION_HEADER } from '@gantry/contract/wire/headers';
import { underBase } from '../base.ts';

/** Whether the service can be used again: an answer without the reconfiguration header. Asked by /service-unavailable only. */
export async function isServiceBack(signal: AbortSignal): Promise<boolean> {
  try {
    const response = await fetch(underBase('/config.json'), { cache: 'no-store', signal });
    return response.ok && !response.headers.has(RECONFIGURATION_HEADER);
  } catch (error) {
    if (!signal.aborted) console.warn('The service does not answer yet', error);
    return false;
  }
}
