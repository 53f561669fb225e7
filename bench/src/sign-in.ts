import { sessionCalls } from '@gantry/contract/nouns/session/calls';
import { startApp } from '@gantry/server/src/app/app.ts';
import { readConfig } from '@gantry/server/src/app/config.ts';
import { productEnv } from '../../tools/lib/product.ts';
import { plain, atMost, quantile, type Figure } from './figures.ts';

/** Who is tried with a wrong password; the names are of the same length. */
const TRIED = {
  'a known user': { domain: 'acme', username: 'acme-lead' },
  'an unknown user': { domain: 'acme', username: 'acme-nobd' },
  'an unknown domain': { domain: 'emca', username: 'acme-lead' },
};
const APART = 5;

/** Guesses are counted all the same, and neither refused nor delayed: the time is that of looking at a password. */
const UNLIMITED = { window: 60_000, perAccount: 1e9, perDevice: 1e9, perNetwork: 1e9, concurrent: 10, delay: 0 };

/** Wrong passwords for somebody and for nobody, by turns: whoever measures the answers learns nothing of who is there. */
export async function measureSignIn(data: string, tries: number): Promise<Figure[]> {
  const env = productEnv(data, { GANTRY_SAMPLE_SERVERS: '0', GANTRY_LOG_LEVEL: 'error' });
  const app = await startApp(readConfig(env), { throttle: UNLIMITED });
  const times = new Map(Object.keys(TRIED).map((who): [string, number[]] => [who, []]));
  try {
    for (let round = 0; round < tries + 1; round++)
      for (let turn = 0; turn < 3; turn++) {
        const [who, name] = Object.entries(TRIED)[(round + turn) % 3]!;
        const ms = await tried(app.selfServiceUrl, name);
        // The first round warms up.
        if (round > 0) times.get(who)!.push(ms);
      }
  } finally {
    await app.close();
  }
  const medians = [...times].map(([who, all]) => ({ who, median: quantile(all, 0.5) }));
  const least = Math.min(...medians.map(({ median }) => median));
  const most = Math.max(...medians.map(({ median }) => median));
  return [
    ...medians.map(({ who, median }) => plain(`wrong password for ${who}: median of ${tries}`, median, 'ms')),
    atMost('most above least', (most / least - 1) * 100, APART, '%'),
  ];
}

async function tried(base: string, name: { domain: string; username: string }): Promise<number> {
  const body = JSON.stringify({ ...name, password: 'wrong' });
  const began = performance.now();
  const answer = await fetch(base + sessionCalls.login.path, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  await answer.text();
  if (answer.status !== 401) throw new Error(`a wrong password was answered with ${answer.status}`);
  return performance.now() - began;
}
