import { expect, test } from '../support/fixtures.ts';

test('a page with a form keeps to the content security policy, and checks what is typed all the same', async ({ as, people }) => {
  const page = await as(people.member, { path: '/compute/ssh-keys/add' });
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await name.fill('a\u202Eb');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('Invisible characters and text direction marks are not allowed.')).toBeVisible();
});
