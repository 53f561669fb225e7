import { setTimeout as delay } from 'node:timers/promises';
import { serverCalls } from '@gantry/contract/nouns/servers/calls';
import { taskCalls } from '@gantry/contract/nouns/tasks/calls';
import { isEnded } from '@gantry/contract/nouns/tasks/entity';
import type { Session } from '../../tools/lib/session.ts';
import { atMost, plain, timesAtMost, type Figure } from './figures.ts';
import type { Watched } from './watched.ts';

/** Ids that a bulk task takes, and how many such tasks are sent at once. */
const PER_TASK = 200;
const TASKS = 5;
const BLOCKED_MS = 20;
const LIST_MS = 15;

/** Stops many servers at once by bulk tasks, while somebody looks at the list. `session`: of a project with at least that many running ones. */
export async function measureStorm(session: Session, { seen }: Watched): Promise<Figure[]> {
  const calm = await during(seen, () => delay(3000));
  const running = await idsOf(session, PER_TASK * TASKS);
  let tasks: string[] = [];
  const started = performance.now();
  const storm = await during(seen, async () => {
    tasks = await Promise.all(Array.from({ length: TASKS }, (_, n) => stop(session, running.slice(n * PER_TASK, (n + 1) * PER_TASK))));
    for (;;) {
      await session.get(`${serverCalls.list.path}?limit=20&with_count=true&sort=updated_at:desc`);
      const states = await Promise.all(tasks.map(async (id) => taskCalls.read.answer.parse(await session.get(taskPath(id))).state));
      if (states.every((state) => isEnded({ state }))) return;
      await delay(100);
    }
  });
  const lists = storm.answers.filter(({ path }) => path.startsWith(`${serverCalls.list.path}?`)).map(({ ms }) => ms);
  return [
    plain('nothing happens: event loop busy at most', calm.busy.max, 'ms'),
    plain(`${running.length} servers stopped by ${TASKS} tasks: all at rest after`, performance.now() - started, 'ms'),
    atMost('meanwhile: longest block of the event loop', storm.busy.max, BLOCKED_MS, 'ms'),
    plain('meanwhile: longest delay, with waiting for the processor', storm.delay.max, 'ms'),
    timesAtMost('meanwhile: first page in-process', lists, LIST_MS),
  ];
}

const taskPath = (id: string): string => taskCalls.read.path.replace(/\{\w+\}/, id);

async function during<T>(seen: Watched['seen'], work: () => Promise<T>) {
  await seen();
  await work();
  return seen();
}

/** Servers that run, as many as requested. */
async function idsOf(session: Session, count: number): Promise<string[]> {
  const ids: string[] = [];
  let marker: string | undefined;
  do {
    const after = marker === undefined ? '' : `&marker=${encodeURIComponent(marker)}`;
    const page = serverCalls.list.answer.parse(await session.get(`${serverCalls.list.path}?limit=100&status=ACTIVE${after}`));
    ids.push(...page.data.map(({ id }) => id));
    marker = page.marker;
  } while (ids.length < count && marker !== undefined);
  return ids.slice(0, count);
}

async function stop(session: Session, ids: readonly string[]): Promise<string> {
  return serverCalls.bulkStop.answer.parse(await session.post(serverCalls.bulkStop.path, { ids })).task_id;
}
