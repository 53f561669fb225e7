/** Tickets for bytes: sealed, so that every replica opens them and the store keeps none; bound to a session, a resource and its bytes. */
import type { Readable } from 'node:stream';
import { z } from 'zod';
import { calls } from '@gantry/contract';
import type { Call, Does } from '@gantry/contract/wire/call';
import { DOWNLOAD_PATH, type StreamedFile } from '@gantry/contract/wire/download';
import { GantryError } from '@gantry/contract/wire/errors';
import { actorOf, type Caller } from '../access/caller.ts';
import type { ByteRange } from '../port/engine.ts';
import type { Row } from '../port/store/rows.ts';
import type { Store } from '../port/store/store.ts';
import { param, type AuthorisedRequest } from './call-request.ts';
import type { CallOptions } from './port.ts';
import { visible } from './reads.ts';
import { assertRule } from './target.ts';

/** Milliseconds that a ticket is good for. */
const LIFETIME = 3_600_000;
/** Milliseconds that an engine has to begin. */
const TIME_LIMIT = 10_000;
/** What tickets are sealed for. */
const ABOUT = 'download ticket';

type Download = Extract<Does, { by: 'download' }>;
/** A call that hands out bytes. */
type DownloadCall = Call & { does: Download };

const content = z.object({
  sessionHash: z.string(),
  scopeTokenHash: z.string().nullable(),
  call: z.string(),
  id: z.string(),
  etag: z.string(),
  until: z.number(),
});
type Ticket = z.infer<typeof content>;

const downloads = new Map(calls.flatMap((call: Call) => (call.does.by === 'download' ? [[call.id, call as DownloadCall] as const] : [])));

/** What a ticket says, and the call that it was handed out by; undefined where it is none, or is over. */
export function openTicket({ opaque }: Pick<Store, 'opaque'>, sealed: unknown): { ticket: Ticket; call: DownloadCall } | undefined {
  const text = typeof sealed === 'string' ? opaque.open(sealed, ABOUT) : undefined;
  if (text === undefined) return undefined;
  const ticket = content.parse(JSON.parse(text));
  const call = downloads.get(ticket.call);
  return call && ticket.until > Date.now() ? { ticket, call } : undefined;
}

/** A request for the bytes of a row. */
interface StreamRequest {
  caller: Caller;
  requestId: string;
  /** Aborts with the request. */
  signal: AbortSignal;
}

/** The file that a row is, if its bytes may be had now. Throws state_conflict, not_supported. */
export function fileOf({ does }: { does: Download }, row: Row, { platform }: Pick<CallOptions, 'platform'>): StreamedFile {
  if (!platform.stream(row.engine, does.stream)) throw new GantryError('not_supported');
  assertRule(does.rule, row, undefined);
  return does.file(row.document as never);
}

/** Bytes of a row with the caller's own right; the engine has ten seconds to begin. Throws engine_unavailable, and what the engine refuses. */
export async function beginStream(
  { caller, requestId, signal }: StreamRequest,
  { does }: { does: Download },
  row: Row,
  range: ByteRange | null,
  { platform, log }: Pick<CallOptions, 'platform' | 'log'>,
): Promise<Readable> {
  const read = platform.stream(row.engine, does.stream);
  if (!read) throw new GantryError('not_supported');
  const late = new AbortController();
  const timer = setTimeout(
    () => late.abort(new GantryError('engine_unavailable', { detail: 'the bytes did not begin in time' })),
    TIME_LIMIT,
  );
  const context = { credential: caller.credential, actor: actorOf(caller), log: log.child({ requestId }), requestId };
  try {
    return await read({ ...context, signal: AbortSignal.any([signal, late.signal]) }, row, range);
  } finally {
    clearTimeout(timer);
  }
}

/** Hands out a ticket, once the engine has shown that it would give the bytes: what it refuses is refused here, where people read it. */
export async function issueDownload(
  request: AuthorisedRequest,
  does: Download,
  deps: Pick<CallOptions, 'store' | 'platform' | 'log'>,
): Promise<{ url: string; expires_at: string }> {
  const { caller } = request;
  const row = await visible(request, does, param(request, does.id), deps);
  const { size, etag } = fileOf({ does }, row, deps);
  const first = await beginStream(request, { does }, row, size === 0 ? null : { start: 0, end: 0 }, deps);
  first.on('error', () => undefined).destroy();
  const until = Date.now() + LIFETIME;
  const { sessionHash, scopeTokenHash } = caller;
  const ticket: Ticket = { sessionHash, scopeTokenHash, call: request.call.id, id: row.id, etag, until };
  const sealed = deps.store.opaque.seal(JSON.stringify(ticket), ABOUT);
  return { url: `${DOWNLOAD_PATH}?ticket=${encodeURIComponent(sealed)}`, expires_at: new Date(until).toISOString() };
}
