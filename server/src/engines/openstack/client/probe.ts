import { Agent as PlainAgent, get as plainly, type IncomingMessage } from 'node:http';
import { Agent as SecureAgent, get as securely } from 'node:https';
import { text } from 'node:stream/consumers';

/** As `fetch` does it: through the proxies of the environment where Node was told so. */
const options = { keepAlive: false, ...(process.env['NODE_USE_ENV_PROXY'] === '1' && { proxyEnv: process.env }) };
const plain = new PlainAgent(options);
const secure = new SecureAgent(options);

/** Statuses whose answers are empty by definition. */
const EMPTY: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * GET on a connection that is opened for it alone. `fetch` takes a kept one where it can, and on those a service may go on answering while
 * it takes no new ones. The answer like that of `fetch`; throws an error whose `cause` has the system's code, or what the signal says.
 */
export async function sendProbe(url: string, headers: Readonly<Record<string, string>>, signal: AbortSignal): Promise<Response> {
  try {
    const message = await begun(url, headers, signal);
    const body = await text(message);
    const { statusCode: status = 0 } = message;
    const given = Object.entries(message.headersDistinct).flatMap(([name, values = []]) =>
      values.map((value): [string, string] => [name, value]),
    );
    return new Response(EMPTY.has(status) ? null : body, { status, headers: given });
  } catch (cause) {
    signal.throwIfAborted();
    throw new Error('no answer', { cause });
  }
}

/** Answers with the beginning of the answer. */
function begun(url: string, headers: Readonly<Record<string, string>>, signal: AbortSignal): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request =
      new URL(url).protocol === 'https:'
        ? securely(url, { headers, signal, agent: secure }, resolve)
        : plainly(url, { headers, signal, agent: plain }, resolve);
    request.on('error', reject);
  });
}
