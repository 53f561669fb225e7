/** A Prometheus made of recorded answers, over real HTTP. It knows the queries that were recorded, and answers for the servers it is given. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { idsIn, readRecording, withoutIds, type Exchange } from './recording.ts';

interface Series {
  metric: Record<string, string>;
  value?: [number, string];
  values?: [number, string][];
}
interface Success {
  status: 'success';
  data: { resultType: string; result: Series[] };
}

export interface Asked {
  path: string;
  ids: string[];
  form: URLSearchParams;
  authorization: string | undefined;
}

type Trouble = (asked: Asked) => { status: number; text: string; headers?: Record<string, string> } | undefined;

export class ReplayPrometheus {
  /** Every query so far, probes aside, in order. */
  readonly asked: Asked[] = [];
  /** Id of a server → which of the recorded guests it is: '$1', '$2'. */
  readonly guests = new Map<string, string>();
  /** Which of them a server is that is not named there; absent: it is not measured. */
  usual: '$1' | '$2' | undefined;
  /** What openstack-exporter has told of capacity at each instant, by the names of the figures. */
  past: Readonly<Record<string, number>> = {};
  /** Takes queries and answers none; probes are answered. */
  hanging = false;
  /** Queries are answered once this is over; probes at once. */
  held: Promise<void> = Promise.resolve();
  /** What is answered instead, to queries and probes. */
  trouble: Trouble = () => undefined;
  readonly #exchanges: readonly Exchange[] = readRecording().exchanges;
  #server: Server | undefined;
  #port = 0;

  get url(): string {
    return `http://127.0.0.1:${this.#port}/metrics-of/lab`;
  }

  /** Again after a stop: at the same address. */
  async start(): Promise<void> {
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
    });
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  /** Connections are refused from now on. */
  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (!server) return;
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  }

  /** How many of these queries there were. */
  count(path: RegExp): number {
    return this.asked.filter((asked) => path.test(asked.path)).length;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const form = new URLSearchParams(Buffer.concat(pieces).toString('utf8'));
    const query = form.get('query') ?? '';
    const path = (request.url ?? '').replace('/metrics-of/lab', '');
    const asked: Asked = { path, form, ids: idsIn(query), authorization: request.headers.authorization };
    const isProbe = query === 'vector(1)';
    if (!isProbe) this.asked.push(asked);
    const trouble = this.trouble(asked);
    if (trouble) {
      response.writeHead(trouble.status, trouble.headers).end(trouble.text);
      return;
    }
    if (!isProbe && this.hanging) return;
    if (!isProbe) await this.held;
    const answer = isProbe ? ALIVE : this.#recorded(asked, query);
    response.writeHead(answer ? 200 : 400, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer ?? { status: 'error', errorType: 'bad_data', error: `not recorded: ${withoutIds(query)}` }));
  }

  /** As if the recording had been made of these servers, and just now. */
  #recorded({ path, ids, form }: Asked, query: string): Success | undefined {
    const found = this.#exchanges.find((exchange) => exchange.path === path && exchange.query === withoutIds(query));
    if (!found && CAPACITY.test(query)) return this.#past(form);
    if (!found) return UNSEEN.test(query) ? nothing(path) : undefined;
    const { status, data } = found.answer as Success;
    const later = found.start === undefined ? 0 : Number(form.get('start')) - found.start;
    const result = ids.flatMap((id) =>
      data.result
        .filter(({ metric }) => metric['uuid'] === (this.guests.get(id) ?? this.usual))
        .map(({ metric, value, values }) => ({
          metric: { ...metric, uuid: id },
          ...(value && { value }),
          ...(values && { values: values.map(([at, text]) => [at + later, text] as [number, string]) }),
        })),
    );
    return { status, data: { ...data, result } };
  }

  /** The same figures at each step of the time that is asked about. */
  #past(form: URLSearchParams): Success {
    const [start = 0, end = 0, step = 1] = ['start', 'end', 'step'].map((name) => Number(form.get(name)));
    const instants = Array.from({ length: Math.floor((end - start) / step) + 1 }, (_, index) => start + index * step);
    const result = Object.entries(this.past)
      .filter(([figure]) => form.get('query')!.includes(`"${figure}"`))
      .map(([figure, value]) => ({
        metric: { gantry_figure: figure },
        values: instants.map((at): [number, string] => [at, String(value)]),
      }));
    return { status: 'success', data: { resultType: 'matrix', result } };
  }
}

/** Of openstack-exporter, which the recorded cloud had not: `past` has what it tells. */
const CAPACITY = /\bopenstack_\w+\{/;
/** Metrics of volumes, of which the recorded cloud had none: a Prometheus tells no series of a name that it has never seen. */
const UNSEEN = /^gantry_volume_\w+(?:\{[^}]*\})?$/;
const nothing = (path: string): Success => ({
  status: 'success',
  data: { resultType: path.endsWith('_range') ? 'matrix' : 'vector', result: [] },
});

const ALIVE = { status: 'success', data: { resultType: 'vector', result: [{ metric: {}, value: [0, '1'] }] } };
