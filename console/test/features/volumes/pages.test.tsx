import type { Volume } from '@gantry/contract/nouns/volumes/entity';
import { expect, it, vi } from 'vitest';
import { applyMeta } from '../../../src/app/abilities/abilities.ts';
import { Details, List } from '../../../src/features/volumes/pages.tsx';
import { section } from '../../../src/features/volumes/section.ts';
import { openPage } from '../../support/console-page.tsx';
import { acting, all, click, find, pageText, type } from '../../support/render.tsx';
import { confirmDeletion, describeSection } from '../../support/section.tsx';

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
  created_at: '2026-11-20T10:00:00Z',
  project_id: 'p',
  domain_id: 'd',
  revision: 1,
};

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

it('a refused deletion names the snapshots that are in the way', async () => {
  const reason = { code: 'still_used_by_volume_snapshot', params: { count: 5, names: 'a, b, c' } };
  const refusal = { status: 409, body: { error: { err_code: 'state_conflict', message: 'no', data: { reason } } } };
  await openPage(Details, ({ method }) => (method === 'DELETE' ? refusal : { body: volume }), '/compute/volumes/volume-1', section.details);
  await click(find('button', 'Delete'));
  await confirmDeletion();
  await vi.waitFor(() => expect(pageText()).toContain('It still has 5 snapshots (a, b, c, …). Delete them first.'), { timeout: 10_000 });
});

it('who may only look at the volumes of several projects is told to choose one', async () => {
  const projects = [{ id: 'p', name: 'P', description: '', enabled: true, domain_id: 'd', role: 'project_user' as const }];
  await openPage(List, () => ({ body: { data: [], count: 0 } }), undefined, undefined, { currentProject: null, projects });
  expect(pageText()).not.toContain('Here you only look');
  await acting(() => applyMeta({ data: { compute_volumes: ['GET'], compute_volume: ['GET'] }, capabilities: [], seq: 8 }));
  await vi.waitFor(() => expect(pageText()).toContain('Here you only look: to change something, choose a project.'));
});
