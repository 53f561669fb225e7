/** The line below the name of what has a page of its own beside the views of nouns: whose it is, as far as the scope leaves it open. */
import { expect, it } from 'vitest';
import { Page as ServerPage } from '../../src/features/servers/details/page.tsx';
import { Page as TaskPage } from '../../src/features/tasks/details-page.tsx';
import { above } from '../support/above.ts';
import { aServer, aTask, openPage } from '../support/console-page.tsx';

const owner = { project_name: 'shop', domain_name: 'Acme' };
const PAGES = {
  'virtual machine': { Page: ServerPage, path: '/compute/instances/$serverId', thing: aServer(owner) },
  task: { Page: TaskPage, path: '/tasks/$taskId', thing: aTask(owner) },
};
const SCOPES = { system: above('system_admin'), domain: above('domain_admin'), project: {} };

it.each([
  ['virtual machine', 'system', ['1 vCPU', '2 GiB', 'shop', 'Acme']],
  ['virtual machine', 'domain', ['1 vCPU', '2 GiB', 'shop']],
  ['virtual machine', 'project', ['1 vCPU', '2 GiB']],
  ['task', 'system', ['member', 'shop', 'Acme']],
  ['task', 'domain', ['member', 'shop']],
  ['task', 'project', ['member']],
] as const)('the line below the name of a %s says whose it is as far as the %s scope leaves it open', async (what, scope, line) => {
  const { Page, path, thing } = PAGES[what];
  const address = path.replace(/\$\w+/, thing.id);
  const answer = (asked: { path: string }) => {
    if (asked.path.endsWith(`/${thing.id}`)) return { body: thing };
    return asked.path.includes(thing.id) ? { status: 404, body: {} } : { body: { data: [] } };
  };
  await openPage(Page, answer, address, path, SCOPES[scope]);
  const shown = [...document.querySelectorAll('.gantry-details-line li')].map(({ textContent }) => textContent);
  expect(shown.slice(-line.length)).toEqual(line);
});
