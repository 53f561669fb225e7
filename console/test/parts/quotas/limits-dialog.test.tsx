import { quota } from '@gantry/contract/nouns/quotas/calls';
import { expect, it, vi } from 'vitest';
import { QuotasDialog } from '../../../src/features/projects/quotas-dialog.tsx';
import { openPage } from '../../support/console-page.tsx';
import { all } from '../../support/render.tsx';

it('the form of a quota begins at its first limit, leaves unlimited ones empty, and has memory in GiB', async () => {
  const unlimited = { limit: -1, used: 1 };
  const given = quota.parse({
    ...Object.fromEntries(Object.keys(quota.shape).map((name) => [name, unlimited])),
    ram: { limit: 51_200, used: 512 },
    storage_policies: [],
  });
  await openPage(
    () => <QuotasDialog item={{ id: 'p1', name: 'shop' } as never} obstacle={undefined} onClose={() => undefined} />,
    () => ({ body: given }),
  );
  const fields = () => all('textbox') as HTMLInputElement[];
  await vi.waitFor(() => expect(fields().length).toBeGreaterThan(3), { timeout: 10_000 });
  await vi.waitFor(() => expect(document.activeElement).toBe(fields()[0]), { timeout: 10_000 });
  const filled = fields().filter(({ value }) => value !== '');
  expect(filled.map(({ value }) => value)).toEqual(['50']);
  expect(filled[0]?.closest('.pf-v6-c-form__group')?.textContent).toContain('RAM');
  expect(new Set(fields().map(({ placeholder }) => placeholder))).toEqual(new Set(['Unlimited']));
  expect(document.querySelectorAll('[role=dialog] input[type=checkbox]')).toHaveLength(0);
});
