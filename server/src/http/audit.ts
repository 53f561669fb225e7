/** Writes down every state-changing call and every refusal (rule 15). */
import type { Logger } from 'pino';
import { withoutSecrets } from '@gantry/contract/wire/secret';
import type { Call } from '@gantry/contract/wire/call';
import type { GantryError } from '@gantry/contract/wire/errors';
import { domainOf, type Caller } from '../access/caller.ts';
import type { AuditEntry, Store } from '../store/port.ts';

/** What is known of a request at the time it ends. */
export interface AuditedRequest {
  call: Call;
  caller: Caller | undefined;
  params: unknown;
  body: unknown;
  requestId: string;
  address: string;
}

const REFUSALS: ReadonlySet<number> = new Set([403, 404, 409, 422, 429]);

/**
 * Changes are written whatever came of them, reads only when refused. Someone without a session leaves a trace only by trying to sign in,
 * else anybody could fill the log.
 */
const isWorthy = ({ call, caller }: AuditedRequest, status: number): boolean =>
  caller ? call.method !== 'GET' || REFUSALS.has(status) : call.id === 'session.login';

const userNameIn = (body: unknown): string | null =>
  typeof body === 'object' && body !== null && 'username' in body && typeof body.username === 'string' ? body.username : null;

const targetOf = (params: unknown): string | null => {
  const first: unknown = typeof params === 'object' && params !== null ? Object.values(params)[0] : undefined;
  return typeof first === 'string' ? first.slice(0, 128) : null;
};

/** Returns the function that appends one entry. A log that cannot be written is a defect of its own, not of the request. */
export function createAudit(audit: Pick<Store['audit'], 'append'>, log: Logger) {
  return async function write(request: AuditedRequest, status: number, error?: GantryError): Promise<void> {
    if (!isWorthy(request, status)) return;
    const { call, caller, params, body, requestId, address } = request;
    const scope = caller?.scope;
    const entry: AuditEntry = {
      at: new Date().toISOString(),
      userId: caller?.principal.userId ?? null,
      userName: caller?.principal.userName ?? userNameIn(body),
      domainId: caller ? domainOf(caller) : null,
      projectId: scope?.type === 'project' ? scope.projectId : null,
      call: call.id,
      target: targetOf(params),
      status,
      errorCode: error?.code ?? null,
      requestId,
      address,
      body: withoutSecrets(call.body, body) ?? null,
    };
    try {
      await audit.append(entry);
    } catch (err) {
      log.error({ err, requestId, call: call.id, status }, 'audit entry not written');
    }
  };
}
