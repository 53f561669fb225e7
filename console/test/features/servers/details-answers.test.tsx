import type { Server } from '@gantry/contract/nouns/servers/entity';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { useScopeKey } from '../../../src/app/session/use-session.ts';
import { Page as Details } from '../../../src/features/servers/details/page.tsx';
import { Page as List } from '../../../src/features/servers/list/page.tsx';
import { aServer, openPage, type Asked, type Given } from '../../support/console-page.tsx';
import { all, find, pageText, settle } from '../../support/render.tsx';

const PAGE = '/compute/instances/$serverId';
const ADDRESS = '/compute/instances/server-1';

/** One server, and nothing else. */
const answers =
  (server: Server) =>
  ({ path }: Asked): Given => ({ body: path.endsWith('/server-1') ? server : { data: [], count: 0, series: [] } });

/** The page of a server after a list has shown it. */
function FromList() {
  const client = useQueryClient();
  const scope = useScopeKey();
  useState(() => client.setQueryData([scope, 'servers.list', {}], { data: [aServer({ name: 'web-1' })] }));
  return <Details />;
}

it('a details page shows what the list knew of a server until the server itself has been read', async () => {
  let answer: (given: Given) => void = () => undefined;
  const given = ({ path }: Asked) =>
    path.endsWith('/server-1') ? new Promise<Given>((resolve) => (answer = resolve)) : { body: { data: [], count: 0, series: [] } };
  await openPage(FromList, given, ADDRESS, PAGE);
  expect(document.querySelector('h1')?.textContent).toBe('web-1');
  expect(pageText()).toContain('Running');
  answer({ body: aServer({ name: 'web-1 anew' }) });
  await settle(20);
  expect(document.querySelector('h1')?.textContent).toBe('web-1 anew');
});

it('the page of a running server begins with its console and what stops it; what is impossible now is no button', async () => {
  await openPage(Details, answers(aServer({ status: 'ACTIVE' })), ADDRESS, PAGE);
  const buttons = all('button').map(({ textContent }) => textContent);
  expect(buttons).toEqual(expect.arrayContaining(['Open console', 'Shut down']));
  expect(buttons).not.toContain('Start');
});

it('the page of a server that is off offers to start it', async () => {
  await openPage(Details, answers(aServer({ status: 'SHUTOFF' })), ADDRESS, PAGE);
  const buttons = all('button').map(({ textContent }) => textContent);
  expect(buttons).toContain('Start');
  expect(buttons).not.toContain('Shut down');
});

it('a cell with no value and one with an empty text look alike in a list', async () => {
  const data = [
    aServer({ id: 's-1', name: 'none', image: null }),
    aServer({ id: 's-2', name: 'empty', image: { id: 'i', name: '', os_type: 'linux' } }),
  ];
  await openPage(List, () => ({ body: { data, count: 2 } }));
  const cell = (name: string) => find('link', name).closest('tr')!.querySelector('[data-label="Image"]')?.innerHTML;
  expect(cell('none')).toContain('–');
  expect(cell('empty')).toBe(cell('none'));
});
