import { SERVER_STATUSES } from '@gantry/contract/nouns/servers/statuses';
import type { Task } from '@gantry/contract/nouns/tasks/entity';
import { describe, expect, it } from 'vitest';
import { api } from '../../../src/app/api/calls.ts';
import { entriesOf } from '../../../src/features/tasks/timeline/entries.ts';
import { stretchesOf } from '../../../src/features/tasks/timeline/stretches.ts';
import { Timeline } from '../../../src/features/tasks/timeline/timeline.tsx';
import { ticksOf } from '../../../src/ui/show/time-ticks.ts';
import { aTask, openPage, type Given } from '../../support/console-page.tsx';
import { all, click, find, pageText, settle } from '../../support/render.tsx';

const at = (minute: number): string => new Date(Date.UTC(2026, 10, 20, 10, minute)).toISOString();
const span = { from: Date.parse(at(0)), to: Date.parse(at(100)) };
const NOW = span.to;
const ran = (id: string, begin: number, end: number | null, change: Partial<Task> = {}): Task =>
  aTask({ id, created_at: at(begin), finished_at: end === null ? null : at(end), state: 'success', items: [], ...change });
const placed = (tasks: readonly Task[]) =>
  entriesOf(tasks, 'server-1', span, NOW).map(({ task, start, length, lane, before, named }) => [
    task.id,
    Math.round(100 * start),
    Math.round(100 * length),
    lane,
    before,
    named,
  ]);

describe('the places of tasks on a timeline', () => {
  it('a timeline cuts the tasks that reach into its time, draws running tasks until now, and leaves out all others', () => {
    expect(
      placed([ran('before', -20, -10), ran('into', -20, 10), ran('open', 60, null, { state: 'running' }), ran('after', 110, 120)]),
    ).toEqual([
      ['into', 0, 10, 0, false, true],
      ['open', 60, 40, 0, false, true],
    ]);
  });

  it('tasks on a timeline stand in rows of their own where names would overlap, and a name at the end before its bar', () => {
    expect(placed([ran('a', 10, 11), ran('b', 20, 21), ran('c', 40, 41), ran('d', 95, 96)])).toEqual([
      ['a', 10, 1, 0, false, true],
      ['b', 20, 1, 1, false, true],
      ['c', 40, 1, 0, false, true],
      ['d', 95, 1, 0, true, true],
    ]);
  });

  it('tasks on a timeline are points without names in the last row where there is no room left', () => {
    const crowd = Array.from({ length: 7 }, (_, index) => ran(`t${index}`, 10 + index, 10 + index));
    expect(placed(crowd).map(([, , , lane, , named]) => [lane, named])).toEqual([
      ...[0, 1, 2, 3, 4].map((lane) => [lane, true]),
      [4, false],
      [4, false],
    ]);
  });
});

describe('the statuses on a timeline', () => {
  const drawn = (...changes: readonly [status: string, minute: number][]) =>
    stretchesOf(
      changes.map(([status, minute]) => ({ status, at: at(minute) })),
      span,
    ).map(({ status, end, start, length }) => [status, end === null, Math.round(100 * start), Math.round(100 * length)]);

  it('a status on a timeline lasts until the next one, the last until the end, and of before the first nothing is shown', () => {
    expect(drawn(['BUILD', 20], ['ACTIVE', 30], ['SHUTOFF', 50])).toEqual([
      ['BUILD', false, 20, 10],
      ['ACTIVE', false, 30, 20],
      ['SHUTOFF', true, 50, 50],
    ]);
  });

  it('a timeline cuts the status that holds at its begin, and leaves out what was over before and what took no time', () => {
    expect(drawn(['BUILD', -30], ['ACTIVE', -20], ['PAUSED', 40], ['REBOOT', 60], ['ACTIVE', 60])).toEqual([
      ['ACTIVE', false, 0, 40],
      ['PAUSED', false, 40, 20],
      ['ACTIVE', true, 60, 40],
    ]);
    expect(drawn()).toEqual([]);
  });
});

describe('the ticks of an axis of time', () => {
  it.each([
    ['a zoomed part', 3, [0, 1, 2, 3]],
    ['an hour', 60, [0, 15, 30, 45]],
    ['twelve hours', 720, [0, 180, 360, 540]],
  ])('an axis of time has at most four ticks, at round times, over %s', (_, minutes, expected) => {
    const midnight = new Date(2026, 10, 20).getTime();
    const found = ticksOf({ from: midnight, to: midnight + minutes * 60_000 });
    expect(found.map((tick) => (tick - midnight) / 60_000)).toEqual(expected);
  });
});

describe('the timeline of a thing', () => {
  const states = { call: api.servers.states, statuses: SERVER_STATUSES, text: (status: string) => `is ${status}` };
  const open = (tasks: readonly Task[], { marker, was }: { marker?: string; was?: Given } = {}) =>
    openPage(
      () => <Timeline id="server-1" span={span} states={states} />,
      ({ path }) =>
        path.endsWith('/states') ? (was ?? { body: { data: [] } }) : { body: { data: tasks, ...(marker !== undefined && { marker }) } },
    );
  const had = (...changes: readonly [status: string, minute: number][]): Given => ({
    body: { data: changes.map(([status, minute]) => ({ status, at: at(minute) })) },
  });

  it('the timeline of a server names each task with its state for this server, and leads to the task', async () => {
    const items = [
      { id: 'server-1', name: 'web-1', state: 'failed', error: null },
      { id: 'server-2', name: 'web-2', state: 'success', error: null },
    ] as const;
    const { asked } = await open([ran('bulk', 50, 51, { name: 'server.reboot', items: [...items] }), ran('stop', 10, 12)]);
    await settle(50);
    expect(asked.map(({ path, query }) => [path, query.get('item')]).sort()).toEqual([
      ['/api/v2/compute/servers/server-1/states', null],
      ['/api/v2/tasks', 'server-1'],
    ]);
    const links = all('link');
    expect(links.map((link) => [link.getAttribute('aria-label'), link.getAttribute('href')])).toEqual([
      [expect.stringMatching(/^(?!server\.).+: Done$/), '/tasks/stop'],
      [expect.stringMatching(/: Failed$/), '/tasks/bulk'],
    ]);
    expect(links.map((link) => link.closest('li')!.dataset['tone'])).toEqual(['ok', 'error']);
    expect(links.map((link) => link.closest('li')!.style.insetInlineStart)).toEqual(['10%', '50%']);
  });

  it('the timeline of a server has a table of its tasks, the latest first', async () => {
    await open([ran('stop', 10, 12), ran('start', 20, 22, { name: 'server.start' })]);
    await settle(50);
    expect(all('row')).toEqual([]);
    await click(document.querySelector<HTMLElement>('summary')!);
    await settle(50);
    const rows = [...document.querySelectorAll('tbody tr')].map((row) => row.textContent);
    expect(rows).toEqual([expect.stringContaining('Start'), expect.stringContaining('Shut down')]);
  });

  it('the timeline of a server says where there were no tasks, and where older tasks of the time were not read', async () => {
    await open([]);
    await settle(50);
    expect(pageText()).toContain('No tasks in this time range.');
    await open([ran('stop', 10, 12)], { marker: 'more' });
    await settle(50);
    expect(pageText()).toContain('Only the latest 50 tasks are shown.');
    expect(find('link', 'Shut down virtual machine: Done')).toBeTruthy();
  });

  it('the timeline of a server shows its statuses over the same time, each with its tone, name and times', async () => {
    await open([], { was: had(['BUILD', -20], ['ACTIVE', 10], ['SHUTOFF', 60]) });
    await settle(50);
    const band = document.querySelector('ol[aria-label="Status in this time range"]')!;
    const items = [...band.children] as HTMLElement[];
    expect(items.map((item) => [item.textContent, item.dataset['tone'], item.style.insetInlineStart])).toEqual([
      ['is BUILD', 'progress', '0%'],
      ['is ACTIVE', 'ok', '10%'],
      ['is SHUTOFF', 'neutral', '60%'],
    ]);
    expect(items[1]!.title).toMatch(/^is ACTIVE\n.+\s–\s.+$/);
    expect(pageText()).toContain('No tasks in this time range.');
    await click(document.querySelector<HTMLElement>('summary')!);
    await settle(50);
    const rows = [...document.querySelectorAll('tbody tr')].map((row) => row.textContent);
    expect(rows).toEqual([
      expect.stringMatching(/^is SHUTOFF.*11:00.*none$/),
      expect.stringMatching(/^is ACTIVE.*10:10.*11:00/),
      expect.stringMatching(/^is BUILD.*9:40.*10:10/),
    ]);
  });

  it('the timeline of a server shows its tasks where its statuses cannot be read', async () => {
    await open([ran('stop', 10, 12)], { was: { status: 500, body: { error: { err_code: 'internal', message: 'no' } } } });
    await settle(50);
    expect(all('link')).toHaveLength(1);
    expect(document.querySelector('.gantry-timeline-states')).toBeNull();
  });
});
