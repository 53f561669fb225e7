/** Writes down every state-changing call and every refusal (rule 15). */
import type { Logger } from 'pino';
import { truncate } from '@gantry/contract/wire/truncate';
import { withoutSecrets } from '@gantry/contract/wire/secret';
import type { Call } from '@gantry/contract/wire/call';
import { isMembers } from '@gantry/contract/wire/kind';
import type { GantryError } from '@gantry/contract/wire/errors';
import { domainOf } from '../access/caller.ts';
import { visibilityOf } from '../access/visibility.ts';
import { domainIn, isCreation, kindOf, labelOf, targetOf } from '../calls/about.ts';
import type { NewAuditEntry } from '../port/store/audit.ts';
import type { Visibility } from '../port/store/rows.ts';
import type { Store } from '../port/store/store.ts';
import { EVERYTHING } from '../store/visibility/visibility.ts';
import type { Refusal, Refusals } from './refusals.ts';
import type { RequestState } from './state.ts';

/** What is known of a request at the time it ends. */
export interface AuditedRequest extends RequestState {
  call: Call;
  requestId: string;
  /** What it was answered; absent where it was refused. */
  answer?: unknown;
}

export interface AuditOptions {
  store: Pick<Store, 'audit' | 'read'>;
  refusals: Pick<Refusals, 'add'>;
  log: Logger;
}

const REFUSALS: ReadonlySet<number> = new Set([403, 404, 409, 422, 429]);

/**
 * Changes are written whatever came of them, reads and what has left all as it was only when refused. Someone without a session leaves a trace only by trying to sign in,
 * else anybody could fill the log.
 */
const isWorthy = ({ call, caller, unchanged }: AuditedRequest, status: number): boolean =>
  caller ? (call.method !== 'GET' && unchanged !== true) || REFUSALS.has(status) : call.id === 'session.login';

const userNameIn = (body: unknown): string | null =>
  typeof body === 'object' && body !== null && 'username' in body && typeof body.username === 'string' ? body.username : null;

/** Bytes of JSON that are kept of a body. */
const BODY_BYTES = 4096;

/** The body, or its beginning with a mark that it is cut. */
function auditedBody(body: unknown): unknown {
  const { value, cut } = truncate(body, BODY_BYTES);
  return cut && typeof value === 'object' ? { ...value, truncated: true } : value;
}

/** Returns the function that writes down one request. A log that cannot be written is a defect of its own, not of the request. */
export function createAudit({ store: { audit, read }, refusals, log }: AuditOptions) {
  /**
   * What it is called that a call is about, where the call itself has not said so: the body's name for it, or what its row says. Who was refused is
   * told no name of what they do not see.
   */
  async function namesOf({ call, body }: AuditedRequest, target: string | null, visibility: Visibility): Promise<readonly string[]> {
    if (isCreation(call)) return isMembers(body) && typeof body['name'] === 'string' ? [body['name']] : [];
    const kind = kindOf(call);
    const row = kind === undefined || target === null ? undefined : await read.find(kind, target, visibility);
    return row ? [labelOf(row.document, row.id)] : [];
  }

  async function append(entry: NewAuditEntry, targetNames?: () => Promise<readonly string[]>): Promise<void> {
    try {
      await audit.append(targetNames ? { ...entry, targetNames: await targetNames() } : entry);
    } catch (err) {
      log.error({ err, requestId: entry.requestId, call: entry.call, status: entry.status }, 'audit entry not written');
    }
  }

  /**
   * Of an account that there is, it is written at once. Nobody waits for it, so that the answer takes as long as for one that there is not; and
   * of accounts that may only be names there can be any number.
   */
  function noteLock({ account, locked }: AuditedRequest, entry: Refusal): void {
    if (!account || !locked) return;
    const lock = { ...entry, call: 'users.lock', status: 200, errorCode: null, body: locked };
    if (account.userId === null) refusals.add(account.key, lock);
    else void append(lock);
  }

  return async function write(request: AuditedRequest, status: number, error?: GantryError): Promise<void> {
    if (!isWorthy(request, status)) return;
    const { call, caller, params, body, requestId, address, account } = request;
    const scope = caller?.scope;
    const userId = caller?.principal.userId ?? null;
    const target = targetOf(call, { ...request, userId: userId ?? account?.userId });
    const entry = {
      at: new Date().toISOString(),
      userId,
      userName: caller?.principal.userName ?? userNameIn(body),
      domainId: domainIn(params) ?? (caller ? domainOf(caller) : (account?.domainId ?? null)),
      projectId: scope?.type === 'project' ? scope.projectId : null,
      call: call.id,
      target,
      status,
      errorCode: error?.code ?? null,
      requestId,
      address,
      personalToken: caller?.personalToken ?? null,
    };
    const said = auditedBody(withoutSecrets(call.body, body) ?? null);
    if (caller) {
      const visibility = status < 400 ? EVERYTHING : visibilityOf(caller);
      return append({ ...entry, body: said }, async () => request.names ?? namesOf(request, target, visibility));
    }
    // Nobody waits longer for an account that there is: names are looked up of who is signed in.
    if (status < 400) return append({ ...entry, body: said });
    const refusal: Refusal = { ...entry, body: typeof said === 'object' ? said : null };
    refusals.add(account?.key ?? '', refusal);
    noteLock(request, refusal);
  };
}
