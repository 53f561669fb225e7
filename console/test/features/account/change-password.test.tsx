import { expect, it } from 'vitest';
import { abilityStore } from '../../../src/app/abilities/abilities.ts';
import { ChangePassword } from '../../../src/features/account/change-password.tsx';
import { openPage } from '../../support/console-page.tsx';
import { pageText, settle } from '../../support/render.tsx';

const Page = () => <ChangePassword onClose={() => {}} />;
const WARNING = 'Your API tokens stay valid. If somebody else may know them, revoke them on the API tokens page.';

it.each([
  { title: 'says that API tokens outlive it', capabilities: ['personal_token.make'], said: true },
  { title: 'says nothing of tokens where there are none', capabilities: [], said: false },
])('a new password $title', async ({ capabilities, said }) => {
  await openPage(Page, () => ({ body: {} }));
  abilityStore.set({ ...abilityStore.get(), capabilities: new Set(capabilities) });
  await settle();
  expect(pageText()).toContain('Your sessions in other browsers will be ended.');
  expect(pageText().includes(WARNING)).toBe(said);
});
