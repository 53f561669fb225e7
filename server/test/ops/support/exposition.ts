/** A strict reader of Prometheus' text format 0.0.4: whatever the format does not allow is an error. */

export interface Sample {
  name: string;
  labels: Readonly<Record<string, string>>;
  value: number;
}

export interface Family {
  type: string;
  help: string;
  samples: Sample[];
}

const LABEL = /^([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\[\\"n])*)"(,|$)/;
const SAMPLE = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (NaN|[+-]Inf|[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)$/;
const UNESCAPED: Readonly<Record<string, string>> = { '\\\\': '\\', '\\"': '"', '\\n': '\n' };
const SUFFIXES: Readonly<Record<string, RegExp>> = { histogram: /_(bucket|sum|count)$/ };

const unescape = (text: string): string => text.replace(/\\[\\"n]/g, (pair) => UNESCAPED[pair]!);

function readLabels(text: string, line: string): Record<string, string> {
  const labels: Record<string, string> = {};
  for (let rest = text; rest !== '';) {
    const [whole, name, value] = LABEL.exec(rest) ?? [];
    if (whole === undefined || name === undefined || value === undefined) throw new Error(`bad labels: ${line}`);
    if (name in labels) throw new Error(`label twice: ${line}`);
    labels[name] = unescape(value);
    rest = rest.slice(whole.length);
    if (whole.endsWith(',') && rest === '') throw new Error(`comma at the end: ${line}`);
  }
  return labels;
}

const numberOf = (text: string): number => (text.endsWith('Inf') ? (text.startsWith('-') ? -Infinity : Infinity) : Number(text));

/** Families by name. Throws at the first line that breaks the format. */
export function readExposition(text: string): Map<string, Family> {
  if (!text.endsWith('\n')) throw new Error('the last line has no end');
  const families = new Map<string, Family>();
  const seen = new Set<string>();
  let current: { name: string; family: Family } | undefined;
  let help: { name: string; text: string } | undefined;
  for (const line of text.slice(0, -1).split('\n')) {
    const comment = /^# (HELP|TYPE) ([a-zA-Z_:][a-zA-Z0-9_:]*) (.*)$/.exec(line);
    if (comment?.[1] === 'HELP') {
      help = { name: comment[2]!, text: comment[3]! };
    } else if (comment) {
      const [, , name = '', type = ''] = comment;
      if (help?.name !== name) throw new Error(`no help: ${line}`);
      if (!['counter', 'gauge', 'histogram', 'summary', 'untyped'].includes(type)) throw new Error(`unknown type: ${line}`);
      if (families.has(name)) throw new Error(`family twice: ${line}`);
      current = { name, family: { type, help: help.text, samples: [] } };
      families.set(name, current.family);
    } else {
      const [, name, labels = '', value] = SAMPLE.exec(line) ?? [];
      if (name === undefined || value === undefined) throw new Error(`not a sample: ${line}`);
      const suffix = current && SUFFIXES[current.family.type];
      if (!current || name.replace(suffix ?? /$^/, '') !== current.name) throw new Error(`sample outside its family: ${line}`);
      const key = line.slice(0, line.lastIndexOf(' '));
      if (seen.has(key)) throw new Error(`sample twice: ${line}`);
      seen.add(key);
      current.family.samples.push({ name, labels: readLabels(labels, line), value: numberOf(value) });
    }
  }
  for (const [name, family] of families) check(name, family);
  return families;
}

/** What a family promises by its type and its name. */
function check(name: string, { type, samples }: Family): void {
  if (samples.length === 0) throw new Error(`${name} has no samples`);
  if (type === 'counter' && !name.endsWith('_total')) throw new Error(`${name}: a counter's name ends in _total`);
  if (type === 'counter' && samples.some(({ value }) => !(value >= 0))) throw new Error(`${name}: a counter below 0`);
  if (type !== 'histogram') return;
  const series = new Map<string, { buckets: Sample[]; count?: number; sum?: number }>();
  for (const sample of samples) {
    const { le: _bound, ...labels } = sample.labels;
    const key = JSON.stringify(labels);
    const one = series.get(key) ?? { buckets: [] };
    series.set(key, one);
    if (sample.name.endsWith('_bucket')) one.buckets.push(sample);
    else if (sample.name.endsWith('_count')) one.count = sample.value;
    else one.sum = sample.value;
  }
  for (const [key, { buckets, count, sum }] of series) {
    const bounds = buckets.map(({ labels }) => numberOf(labels['le'] ?? ''));
    const rising = buckets.every(({ value }, at) => at === 0 || (value >= buckets[at - 1]!.value && bounds[at]! > bounds[at - 1]!));
    if (!rising || bounds.at(-1) !== Infinity || buckets.at(-1)?.value !== count || sum === undefined)
      throw new Error(`${name}${key} is no histogram`);
  }
}
