/** What docs/server-states.md says of the states of a server, against what the rules and the console go by. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isErrored, isInProgress, isRunning, isStopped, type ServerState } from '@gantry/contract/nouns/servers/rules';
import { SERVER_STATUSES, SERVER_TASK_STATES } from '@gantry/contract/nouns/servers/statuses';
import { statusNames } from '@gantry/contract/wire/statuses';

const guide = readFileSync(new URL('../../../docs/server-states.md', import.meta.url), 'utf8');

/** Rows of the table below a heading, as cells without marks. */
const rowsBelow = (heading: string): string[][] => {
  const [, part = ''] = guide.split(`\n## ${heading}\n`);
  const lines = part.split('\n## ', 1)[0]!.split('\n');
  const cells = (line: string): string[] =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim().replaceAll('`', ''));
  return lines.filter((line) => line.startsWith('| `')).map(cells);
};

const groupOf = (server: ServerState): string =>
  (
    [
      ['in progress', isInProgress],
      ['running', isRunning],
      ['stopped', isStopped],
      ['error', isErrored],
    ] as const
  ).find(([, isOne]) => isOne(server))?.[0] ?? '';

describe('the documented states of servers', () => {
  it('the documented states of servers are the ones that the rules go by [choice.server-task-state-list]', () => {
    const statuses = rowsBelow('Statuses').map(([status, , group]) => [status, group]);
    expect(statuses).toEqual(statusNames(SERVER_STATUSES).map((status) => [status, groupOf({ status, task_state: null })]));
    const tasks = rowsBelow('Task states').map(([task]) => task!);
    expect(tasks).toEqual([...SERVER_TASK_STATES]);
    for (const task of tasks) expect(isInProgress({ status: 'ACTIVE', task_state: task }), task).toBe(true);
  });
});
