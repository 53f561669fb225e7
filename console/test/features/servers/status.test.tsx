import { SERVER_STATUSES, SERVER_TASK_STATES } from '@gantry/contract/nouns/servers/statuses';
import { statusNames } from '@gantry/contract/wire/statuses';
import { describe, expect, it } from 'vitest';
import { OverviewTab } from '../../../src/features/servers/details/overview.tsx';
import { ServerStatus } from '../../../src/features/servers/server-status.tsx';
import { aServer, openPage } from '../../support/console-page.tsx';
import { pageText, render } from '../../support/render.tsx';
import { PRINTED_STATUSES, PRINTED_TASK_STATES } from '../../support/states.ts';

/** Renders the states and reads back word and tone of each. */
async function shown(states: readonly { status: string; task_state: string | null }[]): Promise<{ text: string; tone: string }[]> {
  await render(
    states.map((state) => (
      <p key={`${state.status} ${state.task_state}`}>
        <ServerStatus server={state} />
      </p>
    )),
  );
  return [...document.querySelectorAll<HTMLElement>('.gantry-status')].map((label) => ({
    text: label.textContent ?? '',
    tone: label.dataset['tone'] ?? '',
  }));
}

describe('the status of a server', () => {
  it('the status of a server has a label of its own for each of the 22 statuses [server.statuses]', async () => {
    const labels = await shown(PRINTED_STATUSES.map((status) => ({ status, task_state: null })));
    expect(labels).toHaveLength(22);
    expect(new Set(labels.map(({ text }) => text)).size).toBe(22);
    for (const { text } of labels) expect(text).not.toMatch(/^$|_|^[A-Z]{2}|status\.|Unknown status/);
    expect(labels.filter(({ tone }) => tone === 'progress')).toHaveLength(8);
  });

  it('the status of a server shows every task state as in progress, in its own words, beside the status [server.task-states]', async () => {
    const labels = await shown(PRINTED_TASK_STATES.map((task) => ({ status: 'ACTIVE', task_state: task })));
    expect(new Set(labels.map(({ text }) => text)).size).toBe(PRINTED_TASK_STATES.length);
    for (const { text, tone } of labels) {
      expect(tone).toBe('progress');
      expect(text).toMatch(/^Running: (?!working)[a-z ,]+$/);
    }
  });

  it('the status of a server shows an unknown task state as in progress, by its name', async () => {
    expect(await shown([{ status: 'SHUTOFF', task_state: 'defragmenting' }])).toEqual([
      { text: 'Stopped: working (defragmenting)', tone: 'progress' },
    ]);
  });

  it('the status of a server shows an unknown status neutrally [choice.unknown-status-message]', async () => {
    expect(await shown([{ status: 'XYZ', task_state: null }])).toEqual([{ text: 'Unknown status: XYZ', tone: 'neutral' }]);
    expect(pageText()).toContain('XYZ');
  });

  it('the status of a server never shows the end of an action before the server reports it', async () => {
    expect(await shown([{ status: 'ACTIVE', task_state: 'powering-off' }])).toEqual([{ text: 'Running: shutting down', tone: 'progress' }]);
  });

  it.each([
    ['ACTIVE', 'ok'],
    ['ERROR', 'error'],
    ['VERIFY_RESIZE', 'warning'],
    ['RESCUE', 'warning'],
    ['PAUSED', 'warning'],
    ['SHUTOFF', 'neutral'],
    ['SHELVED_OFFLOADED', 'neutral'],
    ['UNKNOWN', 'neutral'],
  ])('the status %s of a server looks %s', async (status, tone) => {
    expect((await shown([{ status, task_state: null }]))[0]?.tone).toBe(tone);
  });

  it('every status and task state of a server has words in all languages', () => {
    const files = import.meta.glob<{ status: Record<string, string>; task: Record<string, string> }>(
      '../../../src/features/servers/texts/*.json',
      { eager: true, import: 'default' },
    );
    expect(Object.keys(files)).toHaveLength(9);
    for (const { status, task } of Object.values(files)) {
      expect(Object.keys(status).toSorted()).toEqual(statusNames(SERVER_STATUSES).toSorted());
      expect(Object.keys(task).toSorted()).toEqual([...SERVER_TASK_STATES].toSorted());
      expect(new Set(Object.values(status)).size).toBe(statusNames(SERVER_STATUSES).length);
    }
  });
});

describe('the state of the node that a server is on', () => {
  it.each([
    ['DOWN', 'Down'],
    ['MAINTENANCE', 'In maintenance'],
    ['FORCED_DOWN', 'Other state: FORCED_DOWN'],
  ])('the state %s of the node of a server is told in words: %s', async (host_status, words) => {
    await openPage(
      () => <OverviewTab server={aServer({ host: 'node-1', host_status })} />,
      () => ({ body: { data: [], series: [] } }),
    );
    expect(pageText()).toContain(`Node status${words}`);
  });
});
