/** Sums over all servers, as the console asks for them by names of their own: expressions over what the exporters count. */
import { CLUSTER_RATES, CLUSTER_UNHEALTHY } from '@gantry/contract/nouns/metrics/queries';
import { RATE_WINDOW } from '@gantry/contract/nouns/servers/statistics';
import { narrowed } from '../shared/metrics-guard.ts';
import { selectorOf } from '../shared/metrics-selector.ts';
import { allOf, firstOf, rateOf } from './promql.ts';
import type { Naming, Settings } from './settings.ts';

const total = (naming: Naming, names: readonly string[]) => firstOf(names, (metric) => `sum(${rateOf(allOf(naming, metric))})`);

type Expression = (naming: Naming) => string | undefined;

const EXPRESSIONS: Readonly<Record<string, Expression>> = {
  [CLUSTER_RATES.read]: (naming) => total(naming, naming.metrics.block_read_bytes),
  [CLUSTER_RATES.write]: (naming) => total(naming, naming.metrics.block_write_bytes),
  [CLUSTER_RATES['read-operations']]: (naming) => total(naming, naming.metrics.block_read_requests),
  [CLUSTER_RATES['write-operations']]: (naming) => total(naming, naming.metrics.block_write_requests),
  [CLUSTER_UNHEALTHY]: (naming) =>
    firstOf(naming.metrics.storage_health, (metric) => `max(max_over_time(${allOf(naming, metric)}[${RATE_WINDOW}s]) > bool 0)`),
};

/** The query as it goes to Prometheus: narrowed to the asker's projects, or what a name of a sum stands for where everything is seen. Throws forbidden. */
export function queryFor(options: Naming & Pick<Settings, 'project_label'>, query: string, projects: readonly string[] | null): string {
  const own = narrowed(query, { label: options.project_label, projects });
  const { metric = '', matchers = [], over } = selectorOf(query) ?? {};
  const expression = over === undefined && Object.hasOwn(EXPRESSIONS, metric) ? EXPRESSIONS[metric] : undefined;
  return (projects === null && matchers.length === 0 && expression?.(options)) || own;
}
