/** A client over real HTTP, typed by the contract. */
import { errorCodesOf } from '@gantry/contract/openapi';
import { fillPath, type Answer, type Call, type CallInput } from '@gantry/contract/wire/call';
import type { ErrorBody } from '@gantry/contract/wire/errors';
import { AUTH_TOKEN_HEADER, SESSION_HEADER } from '@gantry/contract/wire/headers';
import { encodeQuery } from '@gantry/contract/wire/query';
import type { RawRequest } from './raw-request.ts';
import { requestOf } from './upload.ts';

export interface Reply {
  status: number;
  headers: Headers;
  text: string;
  /** Parsed where the content type says JSON. */
  json: unknown;
}

/** An answer with a status of 400 or more. */
export class Refused extends Error {
  readonly status: number;
  readonly body: ErrorBody;

  constructor(call: string, { status, text, json }: Reply) {
    super(`${call} answered ${status}: ${text.slice(0, 500)}`);
    this.status = status;
    this.body = json as ErrorBody;
  }

  get code(): string {
    return this.body.error.err_code;
  }
}

/** A call that only the other side answers is not found here, whatever it is. */
function assertDeclared(call: Call, { status, json }: Reply): void {
  const code = (json as Partial<ErrorBody> | undefined)?.error?.err_code;
  if (status < 400 || code === undefined || code === 'not_found') return;
  if (!errorCodesOf(call).includes(code)) throw new Error(`${call.id} answered ${code}, which the contract does not name for it`);
}

export class Client {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(url: string, headers: Readonly<Record<string, string>> = {}) {
    this.url = url;
    this.headers = headers;
  }

  with(headers: Readonly<Record<string, string>>): Client {
    return new Client(this.url, { ...this.headers, ...headers });
  }

  /** The same session and scope at another address. */
  at(url: string): Client {
    return new Client(url, this.headers);
  }

  /** The same session without a scope. */
  unscoped(): Client {
    const { [AUTH_TOKEN_HEADER]: _token, ...rest } = this.headers;
    return new Client(this.url, rest);
  }

  get sessionId(): string {
    return this.headers[SESSION_HEADER] ?? '';
  }

  async raw(method: string, path: string, { text, body, headers }: RawRequest = {}): Promise<Reply> {
    const content = body === undefined ? text : JSON.stringify(body);
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...this.headers,
        ...headers,
      },
      ...(content !== undefined && { body: content }),
    });
    const answer = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
    const json: unknown = isJson && method !== 'HEAD' ? JSON.parse(answer) : undefined;
    return { status: response.status, headers: response.headers, text: answer, json };
  }

  /** A call whatever it answers. Throws where it is refused with a code that the contract does not name for it. */
  async reply<C extends Call>(call: C, input: CallInput<C> = {}, headers: Readonly<Record<string, string>> = {}): Promise<Reply> {
    const { params, query, body } = input;
    const { headers: further, ...sent } = requestOf(call, body);
    const search = encodeQuery({ action: call.action, ...query });
    const reply = await this.raw(call.method, `${fillPath(call.path, params ?? {})}${search && `?${search}`}`, {
      ...sent,
      headers: { ...further, ...headers },
    });
    assertDeclared(call, reply);
    return reply;
  }

  /** A call that must succeed; the answer has passed its schema. Throws Refused. */
  async call<C extends Call>(call: C, input: CallInput<C> = {}, headers: Readonly<Record<string, string>> = {}): Promise<Answer<C>> {
    const reply = await this.reply(call, input, headers);
    if (reply.status >= 400) throw new Refused(call.id, reply);
    if (reply.text.includes('"unreadable":['))
      throw new Error(`${call.id} answered with a row that does not fit its schema: ${reply.text}`);
    return call.answer.parse(reply.status === 204 ? null : reply.json) as Answer<C>;
  }

  /** A call that must be refused. */
  async refused<C extends Call>(call: C, input: CallInput<C> = {}, headers: Readonly<Record<string, string>> = {}): Promise<Refused> {
    const reply = await this.reply(call, input, headers);
    if (reply.status < 400) throw new Error(`${call.id} answered ${reply.status} instead of a refusal`);
    return new Refused(call.id, reply);
  }
}
