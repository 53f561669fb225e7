/**
 * Figures in Prometheus' text format 0.0.4: counters, gauges and histograms of this process. Not prom-client: its counters cannot be set to a
 * total that something else counts, such as the engine's, and it brings OpenTelemetry's API and t-digests, which nothing here needs.
 */

/** Label values in the order of the family's label names. */
type Labels = readonly string[];
type Type = 'counter' | 'gauge' | 'histogram';

interface Family {
  name: string;
  help: string;
  type: Type;
  lines(): Iterable<string>;
}

/** Grows by events. */
export interface Counter {
  add(labels: Labels, amount?: number): void;
  /** For totals that something else counts. */
  set(labels: Labels, total: number): void;
}

/** Is what it is at the time of asking. */
export interface Gauge {
  set(labels: Labels, value: number): void;
  /** Forgets all label values, so that what is gone is not told for ever. */
  clear(): void;
}

export interface Histogram {
  observe(labels: Labels, value: number): void;
}

const NAME = /^[a-zA-Z_][a-zA-Z0-9_]*$/;

const escapeHelp = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
const escapeLabel = (text: string): string => escapeHelp(text).replaceAll('"', '\\"');

/** A number as the format writes it. */
function numberText(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (Number.isFinite(value)) return String(value);
  return value > 0 ? '+Inf' : '-Inf';
}

const pairs = (names: readonly string[], values: Labels): string[] =>
  names.map((name, index) => `${name}="${escapeLabel(values[index] ?? '')}"`);

const sample = (name: string, labels: readonly string[], value: number): string =>
  `${name}${labels.length > 0 ? `{${labels.join(',')}}` : ''} ${numberText(value)}`;

/** A set of families with unlike names; `text` is what a scrape gets. */
export class Registry {
  readonly #families = new Map<string, Family>();

  counter(name: string, help: string, labelNames: readonly string[] = []): Counter {
    const series = this.#plain(name, help, 'counter', labelNames);
    return {
      add: (labels, amount = 1) => series.set(labels, (series.get(labels) ?? 0) + amount),
      set: series.set,
    };
  }

  gauge(name: string, help: string, labelNames: readonly string[] = []): Gauge {
    const { set, clear } = this.#plain(name, help, 'gauge', labelNames);
    return { set, clear };
  }

  /** `bounds`: upper bounds of the buckets, rising, without infinity. */
  histogram(name: string, help: string, labelNames: readonly string[], bounds: readonly number[]): Histogram {
    const series = new Map<string, { labels: Labels; counts: number[]; sum: number }>();
    this.#add({
      name,
      help,
      type: 'histogram',
      *lines() {
        for (const { labels, counts, sum } of series.values()) {
          const own = pairs(labelNames, labels);
          let total = 0;
          for (const [index, count] of counts.entries()) {
            total += count;
            yield sample(`${name}_bucket`, [...own, `le="${numberText(bounds[index] ?? Infinity)}"`], total);
          }
          yield sample(`${name}_sum`, own, sum);
          yield sample(`${name}_count`, own, total);
        }
      },
    });
    return {
      observe(labels, value) {
        const key = JSON.stringify(labels);
        let one = series.get(key);
        if (!one) series.set(key, (one = { labels, counts: Array.from({ length: bounds.length + 1 }, () => 0), sum: 0 }));
        const bucket = bounds.findIndex((bound) => value <= bound);
        const index = bucket < 0 ? bounds.length : bucket;
        one.counts[index] = (one.counts[index] ?? 0) + 1;
        one.sum += value;
      },
    };
  }

  names(): Iterable<string> {
    return this.#families.keys();
  }

  /** All families that have a value; ends with a line feed. */
  text(): string {
    let text = '';
    for (const { name, help, type, lines } of this.#families.values()) {
      const body = [...lines()];
      if (body.length > 0) text += `# HELP ${name} ${escapeHelp(help)}\n# TYPE ${name} ${type}\n${body.join('\n')}\n`;
    }
    return text;
  }

  #plain(name: string, help: string, type: Type, labelNames: readonly string[]) {
    const series = new Map<string, { labels: Labels; value: number }>();
    this.#add({
      name,
      help,
      type,
      *lines() {
        for (const { labels, value } of series.values()) yield sample(name, pairs(labelNames, labels), value);
      },
    });
    return {
      get: (labels: Labels) => series.get(JSON.stringify(labels))?.value,
      set: (labels: Labels, value: number) => void series.set(JSON.stringify(labels), { labels, value }),
      clear: () => series.clear(),
    };
  }

  #add(family: Family): void {
    if (!NAME.test(family.name) || this.#families.has(family.name)) throw new Error(`no second family ${family.name}`);
    this.#families.set(family.name, family);
  }
}
