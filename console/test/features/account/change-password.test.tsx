import { expect, it } from 'vitest';
import { abilityStore } from '../../../src/app/abilities/abilities.ts';
import { ChangePassword } from '../../../src/features/account/change-password.tsx';
import { openPage } from '../../support/console-page.tsx';
import { pageText, settle } from '../../support/render.tsx';

const Page = () => <ChangePassword onClose={() => {}} />;
const WARNING = 'Your API tokens stay valid: revoke them on their own page if somebody else may know them.';

it.each([
  { title: 'says that API tokens outlive it', capabilities: ['personal_token.make'], said: true },
  { title: 'says nothing of tokens where there are none', capabilities: [], said: false },
])('a new password $title', async ({ capabilities, said }) => {
  await openPage(Page, () => ({ body: {} }));
  abilityStore.set({ ...abilityStore.get(), capabilities: new Set(capabilities) });
  await settle();
  expect(pageText()).toContain('Your sessions in other browsers end with it.');
  expect(pageText().includes(WARNING)).toBe(said);
});
