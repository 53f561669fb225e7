import { z } from 'zod';
import { system, tenant } from '../../access/roles.ts';
import { METRICS_QUERY } from '../../constants.ts';
import { defineCall } from '../../wire/call.ts';
import { patterned } from '../../wire/patterned.ts';
import { simulated } from './simulated.ts';

/** An instant (seconds since 1970) and a value, as text: as Prometheus answers. */
const sample = z.tuple([z.number(), z.string()]);

/** What Prometheus answers to a query at an instant. */
export const metricsAnswer = z
  .object({
    status: z.literal('success'),
    data: z.discriminatedUnion('resultType', [
      z.object({
        resultType: z.literal('vector'),
        result: z.array(z.object({ metric: z.record(z.string(), z.string()), value: sample })),
      }),
      z.object({ resultType: z.literal('scalar'), result: sample }),
    ]),
    simulated,
  })
  .meta({ id: 'MetricsAnswer' });
export type MetricsAnswer = z.infer<typeof metricsAnswer>;

/** What it answers to a query over a time: one value for each step. */
export const metricsRangeAnswer = z
  .object({
    status: z.literal('success'),
    data: z.object({
      resultType: z.literal('matrix'),
      result: z.array(z.object({ metric: z.record(z.string(), z.string()), values: z.array(sample) })),
    }),
    simulated,
  })
  .meta({ id: 'MetricsRangeAnswer' });
export type MetricsRangeAnswer = z.infer<typeof metricsRangeAnswer>;

const promql = patterned(
  'promql',
  z
    .string()
    .min(1, { error: 'required' })
    .max(METRICS_QUERY.max, { error: 'too_long' })
    .regex(/^[^\p{Cc}]*$/u, { error: 'control_character' }),
);

/** What is none ends the reading: `rangeQuery` counts with it. */
const seconds = patterned(
  'seconds',
  z
    .string()
    .max(20, { error: 'too_long', abort: true })
    .regex(/^\d{1,12}(?:\.\d{1,6})?$/, { error: 'invalid', abort: true }),
);

const rangeQuery = z
  .strictObject({
    query: promql,
    /** Seconds since 1970; both ends are included. */
    start: seconds,
    end: seconds,
    /** Seconds between two values. */
    step: seconds,
  })
  .refine(({ start, end }) => Number(end) >= Number(start), { path: ['end'], error: 'invalid' })
  .refine(({ start, end, step }) => Number(step) > 0 && (Number(end) - Number(start)) / Number(step) < METRICS_QUERY.points, {
    path: ['step'],
    error: 'invalid',
  });

/** Capabilities: some engine measures; dashboards are configured. */
export const METRICS = 'metrics.read';
export const DASHBOARDS = 'metrics.dashboards';

export const metricsCalls = {
  query: defineCall({
    id: 'metrics.query',
    side: 'both',
    method: 'GET',
    path: '/prometheus/api/v1/query',
    summary: "Runs a PromQL query at one instant, over metrics of the scope's projects only",
    source: 'S2 §7',
    permission: tenant('compute_metrics'),
    query: z.strictObject({
      query: promql,
      /** Seconds since 1970; now where absent. */
      time: seconds.optional(),
    }),
    answer: metricsAnswer,
    errors: ['not_supported', 'engine_unavailable', 'forbidden'],
    does: { by: 'handle', capability: METRICS },
  }),
  range: defineCall({
    id: 'metrics.range',
    side: 'both',
    method: 'GET',
    path: '/prometheus/api/v1/query_range',
    summary: "Runs a PromQL query over a range of time, over metrics of the scope's projects only",
    source: 'choice.metrics-queries',
    permission: tenant('compute_metrics'),
    query: rangeQuery,
    answer: metricsRangeAnswer,
    errors: ['not_supported', 'engine_unavailable', 'forbidden'],
    does: { by: 'handle', capability: METRICS },
  }),
  dashboards: defineCall({
    id: 'metrics.dashboards',
    side: 'administration',
    method: 'GET',
    path: '/grafana/login',
    summary: "Shows the address of the cloud's dashboards (Grafana), if one is configured",
    source: 'S0 §7',
    permission: system('grafana'),
    answer: z.object({ url: z.string() }),
    errors: ['not_supported'],
    does: { by: 'handle', capability: DASHBOARDS },
  }),
};
