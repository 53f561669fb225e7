/**
 * Asks a real Prometheus everything that the engine asks, and writes down what it answers:
 * `node server/test/engines/prometheus/support/record.ts http://127.0.0.1:9090 SERVER-ID SERVER-ID`, with lab/prometheus/up and two guests
 * that have run for ten minutes. What they have (disks, network cards, a balloon) is what the recording has of them.
 */
import { writeFileSync } from 'node:fs';
import { statisticsOf, usageOf } from '../../../../src/engines/prometheus/expressions.ts';
import { union } from '../../../../src/engines/prometheus/promql.ts';
import { spanOf } from '../../../../src/engines/prometheus/statistics.ts';
import { FILE, WAYS, withoutIds, type Exchange, type Recording, type Way } from '../../../../../fakes/prometheus/recording.ts';
import { settingsOf } from './settings-of.ts';

const [url = '', ...ids] = process.argv.slice(2);
if (ids.length < 2) throw new Error('usage: record.ts URL SERVER-ID SERVER-ID');

async function ask(path: string, form: Record<string, string>): Promise<unknown> {
  const response = await fetch(`${url}${path}`, { method: 'POST', body: new URLSearchParams(form) });
  const text = ids.reduce((answer, id, index) => answer.replaceAll(id, `$${index + 1}`), await response.text());
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
  return JSON.parse(text);
}

const exchanges: Exchange[] = [];
for (const way of Object.keys(WAYS) as Way[]) {
  const settings = settingsOf(way, url);
  const usage = union(usageOf(settings, ids))!;
  exchanges.push({ path: '/api/v1/query', query: withoutIds(usage), answer: await ask('/api/v1/query', { query: usage }) });
  const { from, to, step } = spanOf('1h', Date.now());
  const statistics = union(statisticsOf(settings, ids[0]!))!;
  const span = { start: String(from / 1000), end: String(to / 1000), step: String(step / 1000) };
  const answer = await ask('/api/v1/query_range', { query: statistics, ...span });
  exchanges.push({ path: '/api/v1/query_range', query: withoutIds(statistics), start: from / 1000, answer });
}
const build = (await (await fetch(`${url}/api/v1/status/buildinfo`)).json()) as { data: { version: string } };
const recording: Recording = { prometheus: build.data.version, recorded: new Date().toISOString(), exchanges };
writeFileSync(FILE, `${JSON.stringify(recording)}\n`);
