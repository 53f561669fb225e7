/** The admin API of a Ceph object gateway: users, keys, quotas, and what is kept. */
import type { IncomingMessage } from 'node:http';
import { GantryError } from '@gantry/contract/wire/errors';
import { sendRequest } from '../../objects/remote/send-request.ts';
import { reasonOf } from '../../objects/remote/probe.ts';
import { signed, type Place } from '../../objects/remote/signed.ts';
import type { Pair } from '../../port/service.ts';
import { OBJECTS } from '../shared/holding-objects.ts';

/** Milliseconds until it must have answered. */
const LIMIT = 20_000;
/** Characters of an answer: some hundred thousand buckets. */
const LONGEST = 128 * 1024 * 1024;

type Query = Readonly<Record<string, string | number | boolean>>;
export interface Admin {
  /**
   * The answer, read as JSON; undefined where it is empty, or the refusal is one of `harmless`. Throws engine_unavailable, and engine_refused
   * with the gateway's code.
   */
  (method: 'GET' | 'PUT' | 'POST' | 'DELETE', path: string, query: Query, harmless?: readonly string[]): Promise<unknown>;
}

async function textOf(answer: IncomingMessage): Promise<string> {
  let text = '';
  answer.setEncoding('utf8');
  for await (const piece of answer) {
    text += piece as string;
    if (text.length > LONGEST) throw new Error('the answer is too long');
  }
  return text;
}

const outage = (reason: string, cause?: unknown): GantryError =>
  new GantryError('engine_unavailable', { params: { service: OBJECTS }, detail: `${OBJECTS}: ${reason}`, cause });

/** `pair`: of a user with the capabilities users, buckets and usage. */
export const adminOf =
  (place: Place, pair: Pair): Admin =>
  async (method, path, query, harmless = []) => {
    const pairs = Object.entries({ ...query, format: 'json' }).map(([name, value]) => [name, String(value)] as const);
    const request = { method, path: `/admin/${path}`, query: pairs, headers: method === 'GET' ? {} : { 'content-length': '0' } };
    let status: number;
    let text: string;
    try {
      const asked = { method, ...signed(place, pair, request, Date.now()), ca: place.ca };
      const answer = await sendRequest({ ...asked, signal: AbortSignal.timeout(LIMIT) });
      status = answer.statusCode ?? 0;
      text = await textOf(answer);
    } catch (error) {
      throw outage(reasonOf(error), error);
    }
    if (status >= 500) throw outage(`answered ${status}`);
    let body: unknown;
    try {
      body = text.trim() === '' ? undefined : JSON.parse(text);
    } catch (error) {
      throw outage(`answered ${status} without JSON`, error);
    }
    if (status < 300) return body;
    const code = String((body as { Code?: unknown } | undefined)?.Code ?? status);
    if (harmless.includes(code)) return undefined;
    throw new GantryError('engine_refused', { detail: code });
  };
