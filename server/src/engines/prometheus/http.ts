import { Agent as PlainAgent, request as plainly, type RequestOptions } from 'node:http';
import { Agent as SecureAgent, request as securely } from 'node:https';
import { GantryError } from '@gantry/contract/wire/errors';
import type { Settings } from './settings.ts';

/** How it is called where a service is named that does not answer. */
export const SERVICE = 'metrics';
/** Characters of an answer; what is longer has not been requested. */
const LONGEST = 32 * 1024 * 1024;

/** Where requests go, and who asks. */
export type Target = Pick<Settings, 'url' | 'username' | 'password' | 'token' | 'ca_file'>;

/** Prometheus did not answer, or not as its API promises. */
export const outage = (reason: string, cause?: unknown): GantryError =>
  new GantryError('engine_unavailable', { params: { service: SERVICE }, detail: `${SERVICE}: ${reason}`, cause });

/** What was the matter, without the name before it. */
export function reasonOf(error: unknown): string {
  if (error instanceof GantryError) return (error.detail ?? error.message).replace(`${SERVICE}: `, '');
  if (!(error instanceof Error)) return String(error);
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
}

export interface Answer {
  status: number;
  text: string;
}

function authorization({ username, password, token }: Target): string | undefined {
  if (token !== undefined) return `Bearer ${token}`;
  return username === undefined ? undefined : `Basic ${Buffer.from(`${username}:${password ?? ''}`).toString('base64')}`;
}

/** Sends a form, each time over a connection of its own: after a restart of the other side no old one is in the way. Follows no redirect. */
export function sender(target: Target): (path: string, form: URLSearchParams, signal: AbortSignal) => Promise<Answer> {
  const base = target.url.endsWith('/') ? target.url : `${target.url}/`;
  const secure = base.startsWith('https:');
  const agent = secure ? new SecureAgent({ ca: target.ca_file }) : new PlainAgent();
  const who = authorization(target);
  return (path, form, signal) =>
    new Promise((resolve, reject) => {
      const body = form.toString();
      const options: RequestOptions = {
        method: 'POST',
        agent,
        signal,
        headers: {
          accept: 'application/json',
          'content-type': 'application/x-www-form-urlencoded',
          'content-length': Buffer.byteLength(body),
          ...(who && { authorization: who }),
        },
      };
      const request = (secure ? securely : plainly)(new URL(path, base), options, (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (piece: string) => {
          text += piece;
          if (text.length > LONGEST) response.destroy(new Error('the answer is too long'));
        });
        response.on('error', reject);
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
      });
      request.on('error', reject);
      request.end(body);
    });
}
