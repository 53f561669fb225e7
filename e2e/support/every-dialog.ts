/** Takes every action that things of a list offer, and finds out what comes of it. */
import type { Response } from '@playwright/test';
import type { Session } from '../../tools/lib/session.ts';
import { callOf } from './declared-changes.ts';
import { submit } from './fill-dialog.ts';
import { expect } from './fixtures.ts';
import { to } from './to.ts';
import { compare, lineOf, offersOf, thingOf, type Listed, type Pages, type Thing } from './swept-list.ts';

/** Who works with things, and how those come about. */
export interface Swept extends Pages {
  session: Session;
  make(name: string): Promise<Listed>;
  /** Names of the things begin with it. */
  stamp: string;
}

/** What a sweep has found. */
export interface Outcome {
  /** Actions that went wrong, and how. */
  faults: string[];
  /** Actions that no thing was ever in a state for. */
  off: string[];
  /** Ids of the contract's calls that were accepted. */
  sent: Set<string>;
}

/** What ends a thing, or is refused while others need it, such as the snapshots of a volume: it is done to a new one. */
const ALONE = /(^|: )(Delete|Release|Change storage policy)$/;

/** Waits until all tasks since then have ended, and throws where one has not succeeded. */
async function settled(session: Session, since: string): Promise<void> {
  interface Task {
    name: string;
    state: string;
    created_at: string;
  }
  let tasks: Task[] = [];
  await expect
    .poll(async () => {
      const { data } = (await session.get('/api/v2/tasks?limit=50&sort=created_at:desc')) as { data: Task[] };
      tasks = data.filter(({ created_at: at }) => at >= since);
      return tasks.filter(({ state }) => !/^(success|failure|cancelled)$/.test(state));
    })
    .toEqual([]);
  expect(tasks.filter(({ state }) => state !== 'success')).toEqual([]);
}

/**
 * Takes an action of a thing, and compares the list once it is done.
 * @param text for the fields of what it asks.
 * @returns ids of the calls that were accepted.
 */
async function take(swept: Swept, thing: Thing, action: string, text: string): Promise<string[]> {
  const { page, session } = swept;
  const since = new Date().toISOString();
  const accepted: string[] = [];
  const hear = (answer: Response): void => {
    const request = answer.request();
    if (request.method() !== 'GET' && answer.ok() && answer.url().includes('/api/v2/'))
      accepted.push(`${request.method()} ${answer.url()} ${request.postData() ?? ''}`);
  };
  page.on('response', hear);
  try {
    const dialog = page.getByRole('dialog');
    const line = await lineOf(swept, thing, action);
    const { pathname } = new URL(page.url());
    const hasLeft = (): boolean => new URL(page.url()).pathname !== pathname;
    await line.click();
    // What asks nothing is done at once; a dialog may have an address of its own, and what leads to a page with a form sends nothing.
    await expect.poll(async () => accepted.length > 0 || (await dialog.count()) > 0 || hasLeft()).toBe(true);
    if (hasLeft()) await expect(dialog.or(page.getByRole('main').locator('form')).first()).toBeVisible();
    if ((await dialog.count()) > 0) {
      await submit(dialog, text);
      expect(accepted, 'what was submitted is sent').not.toEqual([]);
    }
    await settled(session, since);
    // What makes something leads to it.
    if (hasLeft() && accepted.length > 0) await to(page, thing.at);
    if (!hasLeft()) await compare(swept);
  } finally {
    page.off('response', hear);
  }
  expect(accepted.length, 'a double click sends once').toBe(new Set(accepted).size);
  return accepted.map(idOf);
}

/** Id of the call of what was accepted. Throws where the contract has none. */
function idOf(accepted: string): string {
  const [method = '', address = ''] = accepted.split(' ');
  const id = callOf(method, new URL(address));
  if (id === undefined) throw new Error(`no call of the contract: ${accepted}`);
  return id;
}

/**
 * Takes each action that things of a list come to offer: on one thing as long as that offers new ones, then on the next.
 * @param known actions that are not taken, as they have been elsewhere; those that are taken are added.
 */
export async function sweep(swept: Swept, known: Set<string>): Promise<Outcome> {
  const [faults, off, sent] = [[] as string[], new Set<string>(), new Set<string>()];
  /** What has to be taken before a thing offers an action. */
  const ways = new Map<string, string[]>();
  const isNew = (action: string): boolean => !known.has(action);
  const learn = async (thing: Thing, after: string | undefined): Promise<string[]> => {
    const offers = await offersOf(swept, thing);
    for (const { name, isOff } of offers)
      if (isOff) off.add(name);
      else if (!ways.has(name)) ways.set(name, after === undefined ? [] : [...ways.get(after)!, after]);
    return offers.filter(({ isOff }) => !isOff).map(({ name }) => name);
  };
  let number = 10;
  let goal: string | undefined;
  do {
    const history: string[] = [];
    try {
      const name = `${swept.stamp}-${number}`;
      const thing = await thingOf(swept, await swept.make(name));
      let open = await learn(thing, undefined);
      const ahead = goal === undefined ? [] : [...ways.get(goal)!, goal];
      const onSame = (): string | undefined => ahead.shift() ?? open.find((action) => isNew(action) && !ALONE.test(action));
      for (let next = onSame(); next !== undefined; next = onSame()) {
        known.add(next);
        history.push(next);
        for (const id of await take(swept, thing, next, `${name}-x${history.length}`)) sent.add(id);
        open = await learn(thing, next);
      }
    } catch (error) {
      faults.push(`${history.join(', ')}: ${(error as Error).message}`);
      if (goal !== undefined) known.add(goal);
      await swept.page.reload();
    }
    goal = [...ways.keys()].find(isNew);
    number += 1;
  } while (goal !== undefined);
  return { faults, off: [...off].filter((action) => !ways.has(action)), sent };
}
