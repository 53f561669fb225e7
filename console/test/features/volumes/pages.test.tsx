import type { Volume } from '@gantry/contract/nouns/volumes/entity';
import { listed } from '@gantry/contract/wire/listed';
import { expect, it, vi } from 'vitest';
import { applyMeta } from '../../../src/app/abilities/abilities.ts';
import { section } from '../../../src/features/volumes/section.ts';
import { view } from '../../../src/features/volumes/view.tsx';
import { aServer, openPage } from '../../support/console-page.tsx';
import { headAction } from '../../support/menu.ts';
import { acting, all, click, find, pageText, type } from '../../support/render.tsx';
import { confirmDeletion, describeSection } from '../../support/section.tsx';
import { drawn } from '../../support/uplot.ts';

const { Details, List } = view;

vi.mock('uplot', () => import('../../support/uplot.ts'));

const volume: Volume = {
  id: 'volume-1',
  name: 'data',
  description: null,
  status: 'available',
  size: 10,
  bootable: false,
  attachments: [],
  storage_policy_name: 'default',
  snapshot_id: null,
  volume_image_metadata: null,
  usage: null,
  backup_plans: [],
  volume_backend: 'vstorage',
  traits: [],
  snapshot_schedule: null,
  created_at: '2026-11-20T10:00:00Z',
  project_id: 'p',
  domain_id: 'd',
  revision: 1,
};

it('volumes show each status by words of its own [volume.statuses]', async () => {
  const statuses = [
    'attaching', 'available', 'awaiting-transfer', 'backing-up', 'creating', 'deleted', 'deleting', 'detaching', 'downloading', 'error',
    'error_backing-up', 'error_deleting', 'error_extending', 'error_restoring', 'extending', 'in-use', 'maintenance', 'reserved',
    'restoring-backup', 'retyping', 'reverting', 'uploading',
  ]; // prettier-ignore
  const data = statuses.map((status) => ({ ...volume, id: status, name: `is ${status}`, status }));
  await openPage(List, () => ({ body: { data, count: data.length } }));
  const words = all('row')
    .slice(1)
    .map((row) => row.querySelector('[data-label="Status"]')?.textContent ?? '');
  expect(words).toHaveLength(22);
  expect([new Set(words).size, words.includes('')]).toEqual([22, false]);
  expect(words.filter((word) => statuses.includes(word) || word.startsWith('Unknown'))).toEqual([]);
});

it('volumes are found by their status, which stands in the address', async () => {
  const { asked, router } = await openPage(List, () => ({ body: { data: [volume], count: 1 } }));
  await click(all('button', 'Status').find((button) => !button.closest('th'))!);
  const box = () => [...document.querySelectorAll('label')].find(({ textContent }) => textContent === 'In use')?.querySelector('input');
  await vi.waitFor(() => expect(box()).toBeTruthy(), { timeout: 10_000 });
  await click(box()!);
  const filtered = () =>
    asked
      .filter(({ path }) => path === '/api/v2/compute/volumes')
      .at(-1)
      ?.query.get('status');
  await vi.waitFor(() => expect(filtered()).toBe('in:in-use'), { timeout: 10_000 });
  expect(router.state.location.search).toEqual({ status: 'in:in-use' });
});

describeSection(section, { List, Details }, volume, ['Available', '10 GiB', 'default']);

it('a volume grows from the menu of its row, to more than it has', async () => {
  const { asked } = await openPage(List, ({ method, path }) => {
    if (method === 'POST') return { status: 202, body: { task_id: 't', id: volume.id } };
    return path.includes('quotas') ? { status: 404, body: {} } : { body: { data: [volume], count: 1 } };
  });
  await click(find('button', `Actions for ${volume.name}`));
  await click(find('menuitem', 'Extend'));
  await vi.waitFor(() => expect(all('dialog')).toHaveLength(1), { timeout: 10_000 });
  await type(find('textbox', 'New size'), '9');
  await vi.waitFor(() => expect(pageText()).toContain('The value must be at least 11.'), { timeout: 10_000 });
  await type(find('textbox', 'New size'), '20');
  await click(all('button', 'Extend').at(-1)!);
  await vi.waitFor(() => expect(asked.find(({ method }) => method === 'POST')?.body).toEqual({ size: 20 }), { timeout: 10_000 });
});

it('attaches a volume to the chosen virtual machine, at its address', async () => {
  const server = aServer({ id: 'server-1', name: 'web-1', project_id: 'p', status: 'ACTIVE' });
  const { asked } = await openPage(List, ({ method, path }) => {
    if (method === 'POST') return { status: 202, body: { task_id: 't', id: 'server-1' } };
    return { body: { data: path.endsWith('/servers') ? [server] : [volume], count: 1 } };
  });
  await click(find('button', `Actions for ${volume.name}`));
  await click(find('menuitem', 'Attach'));
  await vi.waitFor(() => find('radio', 'web-1'), { timeout: 10_000 });
  await click(find('radio', 'web-1'));
  await click(all('button', 'Attach').at(-1)!);
  await vi.waitFor(() => expect(all('dialog')).toHaveLength(0), { timeout: 10_000 });
  const sent = asked.filter(({ method }) => method !== 'GET');
  expect(sent.map(({ method, path, body }) => [method, path, body])).toEqual([
    ['POST', '/api/v2/compute/servers/server-1/attach-volume', { volume_id: 'volume-1' }],
  ]);
});

it('several volumes go to one server that is chosen, as one request; those that cannot stay, each with its reason', async () => {
  const row = (id: string, change: Partial<Volume> = {}) => ({ ...volume, id, name: id, ...change });
  const rows = [row('free'), row('second'), row('held', { status: 'in-use' }), row('foreign', { project_id: 'other' })];
  const servers = [
    aServer({ id: 's-1', name: 'web-1', project_id: 'p', status: 'ACTIVE' }),
    aServer({ id: 's-2', name: 'theirs', project_id: 'nobody', status: 'ACTIVE' }),
  ];
  const { asked } = await openPage(List, ({ method, path }) => {
    if (method === 'POST') return { status: 202, body: { task_id: 't', id: null } };
    const data = path.endsWith('/servers') ? servers : rows;
    return { body: { data, count: data.length } };
  });
  await click(find('checkbox', 'Select all rows of this page'));
  await click(find('button', 'Attach'));
  await vi.waitFor(() => find('dialog', 'Attach 3 volumes'), { timeout: 10_000 });
  const dialog = () => document.querySelector('[role=dialog]')?.textContent ?? '';
  expect(dialog()).toContain('held: Not possible in the status In use. Required: Available.');
  await vi.waitFor(() => expect(dialog()).toContain('theirs'), { timeout: 10_000 });
  expect(dialog()).toContain('Belongs to another project.');
  await click(find('radio', 'web-1'));
  await vi.waitFor(() => find('dialog', 'Attach 2 volumes'), { timeout: 10_000 });
  expect(dialog()).toContain('foreign: The volume and the virtual machine belong to different projects.');
  const submit = () => all('button', 'Attach').at(-1)!;
  await acting(() => {
    submit().click();
    submit().click();
  });
  const sent = () => asked.filter(({ method }) => method === 'POST');
  await vi.waitFor(() => expect(document.querySelector('[role=dialog]')).toBeNull(), { timeout: 10_000 });
  expect(sent().map(({ path, body }) => [path, body])).toEqual([
    ['/api/v2/compute/volumes/bulk/attach', { server_id: 's-1', ids: ['free', 'second'] }],
  ]);
  await vi.waitFor(() => expect(pageText()).not.toContain('4 selected'), { timeout: 10_000 });
});

it('several volumes are detached after a question, except those that are attached to no server', async () => {
  const rows = ['held', 'taken', 'free'].map((id) => ({ ...volume, id, name: id, status: id === 'free' ? 'available' : 'in-use' }));
  const { asked } = await openPage(List, ({ method }) =>
    method === 'POST' ? { status: 202, body: { task_id: 't', id: null } } : { body: { data: rows, count: 3 } },
  );
  await click(find('checkbox', 'Select all rows of this page'));
  await click(find('button', 'Detach'));
  await vi.waitFor(() => expect(pageText()).toContain('Detach 2 volumes?'), { timeout: 10_000 });
  expect(pageText()).toContain('free: Not possible in the status Available. Required: In use.');
  await click(all('button', 'Detach').at(-1)!);
  const sent = () => asked.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, body]);
  await vi.waitFor(() => expect(sent()).toEqual([['/api/v2/compute/volumes/bulk/detach', { ids: ['held', 'taken'] }]]), {
    timeout: 10_000,
  });
});

it('a refused deletion names the snapshots that are in the way', async () => {
  const reason = { code: 'still_used_by_volume_snapshot', params: { count: 5, names: listed(['a', 'b', 'c']) } };
  const refusal = { status: 409, body: { error: { err_code: 'state_conflict', message: 'no', data: { reason } } } };
  await openPage(Details, ({ method }) => (method === 'DELETE' ? refusal : { body: volume }), '/compute/volumes/volume-1', section.details);
  await click(await headAction('Delete'));
  await confirmDeletion();
  await vi.waitFor(() => expect(pageText()).toContain('The volume has 5 snapshots (a, b, c, …). Delete them first.'), { timeout: 10_000 });
});

it('who may only look at the volumes of several projects is told to choose one', async () => {
  const projects = [
    { id: 'p', name: 'P', description: '', enabled: true, domain_id: 'd', role: 'project_user' as const, read_only: false },
  ];
  await openPage(List, () => ({ body: { data: [], count: 0 } }), undefined, undefined, { currentProject: null, projects });
  expect(pageText()).not.toContain('This view is read-only');
  await acting(() => applyMeta({ data: { compute_volumes: ['GET'], compute_volume: ['GET'] }, capabilities: [], seq: 8 }));
  await vi.waitFor(() => expect(pageText()).toContain('This view is read-only. Choose a project to make changes.'));
});

it('what volumes use is asked for all rows at once, and shows 0 where the metrics fail [volume.usage-failed]', async () => {
  const others = ['volume-2', 'volume-3'].map((id) => ({ ...volume, id, name: id }));
  const answers = (works: boolean) => async () => {
    const { asked } = await openPage(List, ({ path }) => {
      if (!path.startsWith('/prometheus')) return { body: { data: [volume, ...others], count: 3 } };
      const result = [volume, ...others].map(({ id }) => ({ metric: { volume_id: id }, value: [0, String(3 * 1024 ** 3)] }));
      return works
        ? { body: { status: 'success', data: { resultType: 'vector', result } } }
        : { status: 503, body: { error: { err_code: 'engine_unavailable', message: 'no', data: {} } } };
    });
    await vi.waitFor(() => expect(pageText()).toContain(works ? '3 GiB' : '0 B'), { timeout: 10_000 });
    return asked.filter(({ path }) => path.startsWith('/prometheus'));
  };
  const queries = await answers(true)();
  expect(queries).toHaveLength(1);
  await answers(false)();
  expect(all('button', '0 B')).toHaveLength(3);
  expect(all('button', 'Try again')).toEqual([]);
});

it('the page of a volume has two tabs, and charts of reads and writes that zoom to a part and back to the whole range', async () => {
  const end = Math.floor(Date.now() / 1000);
  const { asked } = await openPage(
    Details,
    ({ path, query }) => {
      if (path === '/api/v2/compute/volumes/volume-1') return { body: volume };
      if (!path.startsWith('/prometheus')) return { body: { data: [], count: 0 } };
      if (!query.has('start')) return { body: { status: 'success', data: { resultType: 'vector', result: [] } } };
      const values = [0, 1, 2, 3].map((step) => [end - 1200 + step * 300, String(2048 * (step + 1))]);
      return { body: { status: 'success', data: { resultType: 'matrix', result: [{ metric: {}, values }] } } };
    },
    '/compute/volumes/volume-1',
    section.details,
  );
  const words = (selector: string) => [...document.querySelectorAll(selector)].map(({ textContent }) => textContent);
  const charts = () => words('figure');
  await vi.waitFor(() => expect(charts()).toEqual([expect.stringContaining('8 KiB/s'), expect.stringContaining('Disk operations')]), {
    timeout: 10_000,
  });
  expect(words('[role=tab]')).toEqual(['Overview', 'Snapshots']);
  expect(all('button', 'Whole range')).toEqual([]);
  await vi.waitFor(() => expect(drawn.options).toBeDefined(), { timeout: 10_000 });
  const posToVal = (x: number) => end - 950 + x;
  await acting(() => drawn.options!.hooks.setSelect[0]({ select: { left: 0, width: 400 }, posToVal, setSelect: () => undefined }));
  expect(charts()[0]).toContain('6 KiB/s');
  await click(find('button', 'Whole range'));
  expect(charts()[0]).toContain('8 KiB/s');
  expect(all('button', 'Whole range')).toEqual([]);
  await click(find('button', '1 week'));
  await vi.waitFor(() => expect(asked.some(({ query }) => Number(query.get('end')) - Number(query.get('start')) > 6 * 86_400)).toBe(true));
});
