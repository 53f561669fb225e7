import { expect, it, vi } from 'vitest';
import { Page } from '../../../src/features/monitoring/page.tsx';
import { openPage, type Asked, type Given } from '../../support/console-page.tsx';
import { all, click, find, pageText } from '../../support/render.tsx';

const stat = (count: number) => ({ servers: { count, running: count, stopped: 0, error: 0, in_progress: 0 } });
const answer =
  (count: number) =>
  ({ path }: Asked) => {
    if (path.endsWith('/cluster/stat')) return { body: stat(count) };
    return path.includes('/quotas/') ? { status: 404, body: {} } : { body: { data: [], count: 0 } };
  };
const open = (count: number) => openPage(Page, answer(count));
const buttons = () => all('button', 'Create virtual machine');

it('the overview of a project with virtual machines offers to create another one, beside its heading', async () => {
  const { router } = await open(3);
  await vi.waitFor(() => expect(buttons()).toHaveLength(1), { timeout: 10_000 });
  expect(buttons()[0]?.closest('.gantry-list-head')?.querySelector('h1')?.textContent).toBe('Overview');
  const to = vi.spyOn(router, 'navigate').mockResolvedValue(undefined);
  await click(find('button', 'Create virtual machine'));
  expect(to).toHaveBeenCalledWith({ to: '/compute/instances/add' });
});

it('the overview keeps a line for what needs attention until that is known, so that nothing moves', async () => {
  const servers = Promise.withResolvers<Given>();
  await openPage(Page, (asked) => (asked.path.endsWith('/cluster/stat') ? servers.promise : answer(3)(asked)));
  const card = () => document.querySelector('[aria-label="Needs attention"]')!;
  await vi.waitFor(() => expect(card().querySelectorAll('.gantry-bone-text')).toHaveLength(1), { timeout: 10_000 });
  servers.resolve({ body: stat(3) });
  await vi.waitFor(() => expect(card().textContent).toContain('Everything is working.'), { timeout: 10_000 });
  expect(card().querySelectorAll('.gantry-bone-text')).toHaveLength(0);
});

it('the overview of an empty project offers to create the first virtual machine, once', async () => {
  await open(0);
  await vi.waitFor(() => expect(pageText()).toContain('No virtual machines yet'), { timeout: 10_000 });
  expect(buttons()).toHaveLength(1);
});

it.each([
  [true, ['This view is read-only: you are a viewer of this project. Ask a project administrator for the right to make changes.']],
  [false, []],
])('the overview tells whoever may only look at the project, and nobody else: %s', async (isViewer, told) => {
  const currentProject = { id: 'project-1', name: 'P', description: '', enabled: true, domain_id: 'd', read_only: isViewer };
  await openPage(Page, answer(0), undefined, undefined, { currentProject: { ...currentProject, role: 'project_user' } });
  await vi.waitFor(() => expect(pageText()).toContain('No virtual machines yet'), { timeout: 10_000 });
  const said = [...document.querySelectorAll('.gantry-banner .pf-v6-c-alert__title')].map((title) => title.lastChild?.textContent);
  expect(said).toEqual(told);
});
