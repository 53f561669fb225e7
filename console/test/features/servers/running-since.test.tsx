import { expect, it } from 'vitest';
import { begunAt } from '../../../src/features/servers/details/use-events.ts';
import { Page as Details } from '../../../src/features/servers/details/page.tsx';
import { aServer, openPage, type Asked, type Given } from '../../support/console-page.tsx';
import { pageText } from '../../support/render.tsx';

const event = (action: string, at: string, result = 'success') => ({
  action,
  result,
  started_at: `2026-11-0${at}T10:00:00.000Z`,
  finished_at: `2026-11-0${at}T10:00:30.000Z`,
});

it('a guest has been running since the last of what it began with, whatever was done to it since', () => {
  const history = [
    event('create', '1'),
    event('stop', '2'),
    event('start', '3'),
    event('attach_volume', '4'),
    event('reboot', '5', 'failed'),
  ];
  expect(begunAt(history)).toBe('2026-11-03T10:00:30.000Z');
  expect(begunAt([event('pause', '1')])).toBeUndefined();
});

it.each([
  ['ACTIVE', true],
  ['SHUTOFF', false],
] as const)('the page of a server that is %s says since when it has been running: %s', async (status, says) => {
  const history = { data: [{ ...event('create', '1'), request_id: null, user_id: null, username: null, message: null }] };
  const answers = ({ path }: Asked): Given => ({
    body: path.endsWith('/server-1') ? aServer({ status }) : path.endsWith('/events') ? history : { data: [], count: 0, series: [] },
  });
  await openPage(Details, answers, '/compute/instances/server-1', '/compute/instances/$serverId');
  expect(pageText().includes('Running since')).toBe(says);
});
