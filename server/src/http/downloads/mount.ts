/** Where browsers fetch bytes by a ticket, in ranges as well, and go on where they were cut off. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DOWNLOAD_PATH, type StreamedFile } from '@gantry/contract/wire/download';
import { GantryError } from '@gantry/contract/wire/errors';
import { isServedOn } from '@gantry/contract/wire/side';
import { authorise } from '../../access/rights.ts';
import { visibilityOf } from '../../access/visibility.ts';
import { chargeCaller, worked } from '../budget.ts';
import type { ListenerOptions } from '../port.ts';
import { stateOf } from '../state.ts';
import { exactly } from './exactly.ts';
import { beginStream, fileOf, openTicket } from '../../calls/download-ticket.ts';
import { wantedOf } from './wanted.ts';

/** Files that one user fetches at once, in so many pieces, and all users together: each holds a connection, and one to the cloud. */
const MOST = { perUser: 16, inAll: 200 };

/** Nobody reads it from a cache who has signed out; whatever it is, the browser saves it and shows nothing. */
const HEADERS = {
  'accept-ranges': 'bytes',
  'cache-control': 'private, no-cache',
  'content-type': 'application/octet-stream',
  'content-security-policy': "sandbox; default-src 'none'",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
} as const;

/** RFC 6266: the name as it is, and one of plain letters for who does not read that. */
function disposition({ name }: StreamedFile): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%/]/g, '_');
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/** Mounts it on a side. */
export function mountDownloads(app: FastifyInstance, options: ListenerOptions): void {
  const { access, budgets, platform, side, store, log } = options;
  const open = new Map<string, number>();
  let inAll = 0;

  /** Takes one of the places; returns the way to leave it. Throws too_many_requests. */
  function takePlace(userId: string): () => void {
    const own = open.get(userId) ?? 0;
    if (own >= MOST.perUser || inAll >= MOST.inAll) throw new GantryError('too_many_requests');
    open.set(userId, own + 1);
    inAll += 1;
    return () => {
      inAll -= 1;
      const rest = (open.get(userId) ?? 1) - 1;
      if (rest > 0) open.set(userId, rest);
      else open.delete(userId);
    };
  }

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const opened = openTicket(store, (request.query as { ticket?: unknown }).ticket);
    if (!opened || !isServedOn(side, opened.call)) throw new GantryError('unauthorized');
    const { ticket, call } = opened;
    const state = stateOf(request);
    Object.assign(state, { call, params: { id: ticket.id } });
    const caller = (state.caller = await access.recall(ticket));
    chargeCaller(request, caller, budgets);
    authorise(call, caller, (name) => platform.offers(name));
    const row = await store.read.find(call.does.kind.name, ticket.id, visibilityOf(caller, call.permission));
    if (!row) throw new GantryError('not_found');
    const file = fileOf(call, row, options);
    if (file.etag !== ticket.etag) throw new GantryError('not_found');
    const wanted = wantedOf(request.headers, file);
    reply.headers({ ...HEADERS, etag: `"${file.etag}"` }).code(wanted.status);
    if (wanted.status === 416) reply.header('content-range', `bytes */${file.size}`);
    if (!('range' in wanted)) return reply.send();
    const { range } = wanted;
    const length = range ? range.end - range.start + 1 : file.size;
    if (range) reply.header('content-range', `bytes ${range.start}-${range.end}/${file.size}`);
    reply.headers({ 'content-length': String(length), 'content-disposition': disposition(file) });
    if (request.method === 'HEAD' || length === 0) return reply.send(request.method === 'HEAD' ? undefined : '');
    const leave = takePlace(caller.principal.userId);
    const gone = new AbortController();
    reply.raw.once('close', () => gone.abort(new Error('the client has gone')));
    try {
      const stream = await beginStream({ caller, requestId: request.id, signal: gone.signal }, call, row, range, options);
      const onEnd = (err: Error | null): void => {
        leave();
        if (err && !gone.signal.aborted) log.warn({ err, requestId: request.id, id: row.id }, 'a download was cut off');
      };
      state.place?.free();
      return reply.send(exactly(stream, length, onEnd));
    } catch (error) {
      leave();
      reply.removeHeader('content-length').removeHeader('content-disposition').removeHeader('content-range').removeHeader('etag');
      throw error;
    }
  }

  app.route({
    method: ['GET', 'HEAD'],
    exposeHeadRoute: false,
    url: DOWNLOAD_PATH,
    config: { charge: () => ({ weight: 2, work: 'act' }) },
    // The place is for what is done until the bytes begin; how many flow at once is bounded by itself.
    handler: (request, reply) => worked(request, budgets, () => answer(request, reply)),
  });
}
