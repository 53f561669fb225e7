import { Agent as PlainAgent, request as overHttp, type IncomingMessage, type RequestOptions } from 'node:http';
import { Agent as SecureAgent, request as overHttps } from 'node:https';
import { text } from 'node:stream/consumers';
import type { Trust } from '../../../port/trust.ts';
import { certificateProblem } from './trust.ts';

/** As `fetch` does it: through the proxies of the environment where Node was told so. */
const proxies = process.env['NODE_USE_ENV_PROXY'] === '1' ? { proxyEnv: process.env } : {};

/** Statuses whose answers are empty by definition. */
const EMPTY: ReadonlySet<number> = new Set([204, 205, 304]);

interface Sent {
  method: string;
  headers: Readonly<Record<string, string>>;
  body?: string;
  signal: AbortSignal;
  /** On a connection that is opened for it alone. */
  alone?: boolean;
}

/** The connections to one cloud, with the certificates that its clouds.yaml names. */
export class Connections {
  readonly #trust: Trust;
  readonly #plain = { alone: new PlainAgent(proxies), kept: new PlainAgent({ ...proxies, keepAlive: true }) };
  readonly #secure: Record<'alone' | 'kept', SecureAgent>;

  constructor(trust: Trust = {}) {
    this.#trust = trust;
    this.#secure = { alone: new SecureAgent({ ...proxies, ...trust }), kept: new SecureAgent({ ...proxies, ...trust, keepAlive: true }) };
  }

  /**
   * One request. Throws an error whose `cause` has the system's code, or what the signal says. `fetch` takes no certificates, and takes a kept
   * connection where it can, on which a service may go on answering while it takes no new ones: it sends what needs neither.
   */
  async send(url: string, { alone = false, ...sent }: Sent): Promise<Response> {
    const goesByFetch = !alone && Object.keys(this.#trust).length === 0;
    try {
      return goesByFetch ? await fetch(url, { ...sent, redirect: 'error' }) : await this.#answer(url, sent, alone);
    } catch (error) {
      sent.signal.throwIfAborted();
      const cause = goesByFetch && error instanceof Error ? error.cause : error;
      throw new Error('no answer', { cause: await this.explain(url, cause) });
    }
  }

  async #answer(url: string, sent: Omit<Sent, 'alone'>, alone: boolean): Promise<Response> {
    const message = await this.open(url, sent, alone ? 'alone' : 'kept');
    const body = await text(message);
    const { statusCode: status = 0 } = message;
    if (status >= 300 && status < 400 && !alone) throw new Error(`it sends elsewhere, by status ${status}`);
    const given = Object.entries(message.headersDistinct).flatMap(([name, values = []]) =>
      values.map((value): [string, string] => [name, value]),
    );
    return new Response(EMPTY.has(status) ? null : body, { status, headers: given });
  }

  /** Answers with the beginning of the answer. */
  open(url: string, { body, ...sent }: Omit<Sent, 'alone'>, how: 'alone' | 'kept'): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const request = this.request(url, { ...sent, agent: this.#agent(url, how) });
      request.once('response', resolve).on('error', reject).end(body);
    });
  }

  /** A request whose body is still to come. */
  request(url: string, options: RequestOptions) {
    const agent = options.agent ?? this.#agent(url, 'alone');
    return (isSecure(url) ? overHttps : overHttp)(url, { ...options, agent });
  }

  /** Says in words what is wrong with a certificate, where that is what an error is about. */
  explain = (url: string, cause: unknown): Promise<unknown> => certificateProblem(url, cause, this.#trust);

  #agent(url: string, how: 'alone' | 'kept'): PlainAgent | SecureAgent {
    return isSecure(url) ? this.#secure[how] : this.#plain[how];
  }
}

const isSecure = (url: string): boolean => new URL(url).protocol === 'https:';

/** Of a cloud that has certificates which everybody trusts. */
export const PUBLIC = new Connections();
