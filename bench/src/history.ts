import { taskCalls } from '@gantry/contract/nouns/tasks/calls';
import { productEnv } from '../../tools/lib/product.ts';
import { signInTo } from '../../tools/lib/session.ts';
import { plain, type Figure } from './figures.ts';
import { fillTasks } from '../../tools/lib/fill-tasks.ts';
import { BUDGET_MS, timedAtMost } from './lists.ts';
import { startWatched } from './watched.ts';

const DAY_MS = 24 * 3_600_000;
const yesterday = Math.floor(Date.now() / DAY_MS) * DAY_MS - DAY_MS;
const since = `since=in:${new Date(yesterday).toISOString()}/${new Date(yesterday + DAY_MS).toISOString()}`;
const failed = 'state=in:failed,aborted';

/** What the page of the history asks for. */
const QUERIES = {
  'first page': '',
  'of a day': since,
  'of a state': failed,
  'of a day and a state': `${since}&${failed}`,
  'of an object, many': 'object=contains:web',
};

/** First page and filters of one project's history, as it grows. */
export async function measureHistory(data: string, sizes: readonly number[], runs: number): Promise<Figure[]> {
  const settings = { GANTRY_SAMPLE_SERVERS: '12', GANTRY_LOG_LEVEL: 'warn' };
  const figures: Figure[] = [];
  for (const size of sizes) {
    await fillTasks(productEnv(data, settings), size);
    const watched = await startWatched(data, settings);
    const { product } = watched;
    try {
      const member = await signInTo(product.selfService, 'acme', 'acme-member', 'acme-prod');
      for (const [name, query] of Object.entries(QUERIES)) {
        const address = `${taskCalls.list.path}?limit=20&with_count=true&${query}`;
        const { count } = taskCalls.list.answer.parse(await member.get(address));
        const what = `${size} tasks: ${name}, ${count} matches`;
        figures.push(await timedAtMost(what, BUDGET_MS, { session: member, watched, address, runs }));
      }
      figures.push(plain(`${size} tasks: start`, product.startMs, 'ms'));
    } finally {
      await product.stop();
    }
  }
  return figures;
}
