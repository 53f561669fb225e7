/** The query API of Prometheus (HTTP API v1): instant and range queries whose series belong to a server and a figure. */
import { z } from 'zod';
import { GantryError } from '@gantry/contract/wire/errors';
import { metricsAnswer, metricsRangeAnswer, type MetricsAnswer, type MetricsRangeAnswer } from '@gantry/contract/nouns/metrics/calls';
import { outage, reasonOf, sender, type Target } from './http.ts';
import { FIGURE_LABEL } from './promql.ts';

const sample = z.tuple([z.number(), z.string()]);
const labels = z.record(z.string(), z.string());
const answer = z.object({
  status: z.literal('success'),
  data: z.discriminatedUnion('resultType', [
    z.object({ resultType: z.literal('vector'), result: z.array(z.object({ metric: labels, value: sample })) }),
    z.object({ resultType: z.literal('matrix'), result: z.array(z.object({ metric: labels, values: z.array(sample) })) }),
  ]),
});

/** One figure of one server: instants (milliseconds since 1970) and values; what is no number, such as 0/0, is null. */
export interface Measured {
  id: string;
  figure: string;
  points: readonly (readonly [at: number, value: number | null])[];
}

/** Milliseconds since 1970; both ends are included. */
export interface Span {
  from: number;
  to: number;
  step: number;
}

/** The value of a sample; null where it is no number. */
export const finite = (text: string): number | null => (Number.isFinite(Number(text)) ? Number(text) : null);
const pointOf = ([at, value]: z.infer<typeof sample>): [number, number | null] => [Math.round(at * 1000), finite(value)];

/** The words of a refusal: `{status: 'error', errorType, error}`, or whatever a proxy on the way has answered. */
function wordsOf(text: string): string {
  const refusal = z.object({ error: z.string() }).safeParse(parsed(text));
  return (refusal.success ? refusal.data.error : '').slice(0, 300);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // an ordinary case: a proxy answers with a page
  }
}

/** Every failure is thrown as GantryError engine_unavailable, with what was the matter as its detail. */
export class Client {
  readonly #send: ReturnType<typeof sender>;
  readonly #serverLabel: string;

  constructor(target: Target, serverLabel: string) {
    this.#send = sender(target);
    this.#serverLabel = serverLabel;
  }

  /** @param limit milliseconds for the whole answer */
  async query(query: string, span: Span | null, limit: number, signal?: AbortSignal): Promise<Measured[]> {
    const when = span && { start: String(span.from / 1000), end: String(span.to / 1000), step: String(span.step / 1000) };
    const form = new URLSearchParams({ query, timeout: `${Math.ceil(limit / 1000)}s`, ...when });
    const text = await this.#ask(span ? 'api/v1/query_range' : 'api/v1/query', form, limit, signal);
    const read = answer.safeParse(parsed(text));
    if (!read.success) throw outage(`unexpected answer: ${z.prettifyError(read.error).slice(0, 300)}`);
    const { data } = read.data;
    const series = data.resultType === 'vector' ? data.result.map(({ metric, value }) => ({ metric, values: [value] })) : data.result;
    return series.flatMap(({ metric, values }) => {
      const [id, figure] = [metric[this.#serverLabel], metric[FIGURE_LABEL]];
      return id === undefined || figure === undefined ? [] : [{ id, figure, points: values.map(pointOf) }];
    });
  }

  /** The answer to a query at an instant (seconds since 1970; now where absent), as it came. */
  async instant(query: string, time: number | undefined, limit: number, signal: AbortSignal): Promise<MetricsAnswer> {
    const form = new URLSearchParams({ query, timeout: `${Math.ceil(limit / 1000)}s`, ...(time !== undefined && { time: String(time) }) });
    const read = metricsAnswer.safeParse(parsed(await this.#ask('api/v1/query', form, limit, signal)));
    if (!read.success) throw outage(`unexpected answer: ${z.prettifyError(read.error).slice(0, 300)}`);
    return read.data;
  }

  /** The answer to a query over a time (seconds), as it came. */
  async range(
    query: string,
    { start, end, step }: { start: number; end: number; step: number },
    limit: number,
    signal: AbortSignal,
  ): Promise<MetricsRangeAnswer> {
    const form = new URLSearchParams({
      query,
      timeout: `${Math.ceil(limit / 1000)}s`,
      start: String(start),
      end: String(end),
      step: String(step),
    });
    const read = metricsRangeAnswer.safeParse(parsed(await this.#ask('api/v1/query_range', form, limit, signal)));
    if (!read.success) throw outage(`unexpected answer: ${z.prettifyError(read.error).slice(0, 300)}`);
    return read.data;
  }

  /** Ends when an answer has come that only a working Prometheus gives to who may ask it. */
  async probe(limit: number, signal: AbortSignal): Promise<void> {
    const text = await this.#ask('api/v1/query', new URLSearchParams({ query: 'vector(1)' }), limit, signal);
    if (!answer.safeParse(parsed(text)).success) throw outage('unexpected answer');
  }

  async #ask(path: string, form: URLSearchParams, limit: number, signal: AbortSignal | undefined): Promise<string> {
    const late = AbortSignal.timeout(limit);
    try {
      const { status, text } = await this.#send(path, form, signal ? AbortSignal.any([late, signal]) : late);
      if (status === 200) return text;
      throw outage(`HTTP ${status} ${wordsOf(text)}`.trim());
    } catch (error) {
      signal?.throwIfAborted();
      if (late.aborted) throw outage(`no answer within ${limit / 1000} s`, error);
      throw error instanceof GantryError ? error : outage(reasonOf(error), error);
    }
  }
}
