import { storagePolicyCreateBody } from '@gantry/contract/nouns/storage-policies/calls';
import { expect, it, vi } from 'vitest';
import { applyMeta } from '../../../src/app/abilities/abilities.ts';
import { createPage } from '../../../src/app/view/create-page.tsx';
import { view } from '../../../src/features/storage-policies/view.tsx';
import { openPage } from '../../support/console-page.tsx';
import { acting, find } from '../../support/render.tsx';

const { Page } = await createPage(view);

const GIB = 2 ** 30;

it('a storage policy offers tier0 to tier3 and no fifth tier, whatever the storage says of itself [const.tiers]', async () => {
  const tiers = [0, 1, 2, 3, 4].map((id) => ({ id, total: 2 * GIB, used: GIB, free: GIB }));
  await openPage(Page, ({ path }) =>
    path.startsWith('/api/v2/overview')
      ? { body: { data: [{ id: 'c', name: 'c', tiers, cs: { total: 5, failed: 0 } }] } }
      : { body: { data: [], count: 0 } },
  );
  const capabilities = ['storage_policy.create', 'storage_policy.create:redundancy'];
  await acting(() => applyMeta({ data: { compute_storage_policies: ['GET', 'POST'] }, capabilities, seq: 8 }));
  const offered = () => [...(find('combobox', 'Tier') as HTMLSelectElement).options].map(({ textContent }) => textContent);
  await vi.waitFor(() => expect(offered()).toEqual(['tier0', 'tier1', 'tier2', 'tier3'].map((tier) => `${tier} · 1 GiB free`)));
  const accepts = (tier: number) => storagePolicyCreateBody.safeParse({ name: 'fast', tier }).success;
  expect([0, 1, 2, 3, 4, -1].filter(accepts)).toEqual([0, 1, 2, 3]);
});
