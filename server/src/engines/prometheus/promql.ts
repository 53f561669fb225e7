/** Queries. What comes from outside enters them as quoted text only, so that no value can change what a query asks for. */
import { RATE_WINDOW } from '@gantry/contract/nouns/servers/statistics';
import type { Naming } from './settings.ts';

/** A string of PromQL: escaped as in JSON, which PromQL reads alike. */
export const quoted = (text: string): string => JSON.stringify(text);

/** A regular expression (RE2) for exactly this text. */
const exactly = (text: string): string => text.replace(/[\\^$.|?*+()[\]{}]/g, String.raw`\$&`);

/** Label by which the parts of one answer are distinguished. */
export const FIGURE_LABEL = 'gantry_figure';

/** Matchers of the series that the settings select. */
const matchersOf = ({ labels }: Pick<Naming, 'labels'>): string[] =>
  Object.entries(labels).map(([label, value]) => `${label}=${quoted(value)}`);

/** All series of a metric that the settings select, or those of them with further matchers. */
export const allOf = (naming: Pick<Naming, 'labels'>, metric: string, matchers: readonly string[] = []): string =>
  `${metric}{${[...matchersOf(naming), ...matchers].join(',')}}`;

/** How fast a counter grows per second. */
export const rateOf = (selected: string): string => `rate(${selected}[${RATE_WINDOW}s])`;

/** Of several metrics the first that has a value, of each server for itself. Undefined where there is none. */
export const firstOf = (names: readonly string[], expression: (metric: string) => string): string | undefined =>
  names.length === 0 ? undefined : `(${names.map(expression).join(' or ')})`;

/** Expressions for some servers, and for no others: each of them puts out one value per server and instant. */
export class Series {
  readonly #naming: Naming;
  readonly #own: readonly string[];
  readonly #ids: string;

  /** @param ids of servers the asker may see; at least one */
  constructor(naming: Naming, ids: readonly string[]) {
    this.#naming = naming;
    this.#own = matchersOf(naming);
    this.#ids = `${naming.server_label}=~${quoted(ids.map(exactly).join('|'))}`;
  }

  /** What is there now; of several series of a server the largest. */
  largest(names: readonly string[]): string | undefined {
    return firstOf(names, (metric) => `max by (${this.#naming.server_label}) (${this.#of(metric)})`);
  }

  /** What is there now, summed up over a server's disks. */
  sum(names: readonly string[]): string | undefined {
    return firstOf(names, (metric) => `sum by (${this.#naming.server_label}) (${this.#of(metric)})`);
  }

  /** How fast a counter grows per second, summed up over a server's disks or interfaces. */
  rate(names: readonly string[], by: readonly string[] = []): string | undefined {
    const labels = [this.#naming.server_label, ...by].join(', ');
    return firstOf(names, (metric) => `sum by (${labels}) (${this.#of(metric, true)})`);
  }

  #of(metric: string, rate = false): string {
    const { server_label: label, through } = this.#naming;
    const matchers = (through ? this.#own : [...this.#own, this.#ids]).join(',');
    const selected = rate ? rateOf(`${metric}{${matchers}}`) : `${metric}{${matchers}}`;
    if (!through) return selected;
    const on = through.on.join(', ');
    // `group` puts 1 in the place of whatever value the naming metric has.
    const known = `group by (${on}, ${label}) (${through.metric}{${[...this.#own, this.#ids].join(',')}})`;
    return `${selected} * on (${on}) group_left (${label}) ${known}`;
  }
}

/** Several expressions as one query, the series of each marked by its name. Undefined where there is none. */
export function union(expressions: Readonly<Record<string, string | undefined>>): string | undefined {
  const marked = Object.entries(expressions).flatMap(([name, expression]) =>
    expression === undefined ? [] : [`label_replace(${expression}, ${quoted(FIGURE_LABEL)}, ${quoted(name)}, "", "")`],
  );
  return marked.length === 0 ? undefined : marked.join(' or ');
}
