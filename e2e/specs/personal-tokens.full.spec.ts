/** Tokens for scripts: made in the browser, used without one. */
import { expect, expectAccessible, test } from '../support/fixtures.ts';
import { signIn } from '../support/people.ts';

test('a token made in the menu of the user opens the API to a script, until it is revoked', async ({ page, product, people }) => {
  await signIn(page, product.selfService, people.member, '/compute/instances');
  await page.getByRole('button', { name: /^User menu of/ }).click();
  await page.getByRole('menuitem', { name: 'API tokens' }).click();
  await expect(page).toHaveURL(/\/account\/tokens$/);
  const main = page.getByRole('main');
  await expect(main.getByText('No API tokens')).toBeVisible();
  await main.getByRole('button', { name: 'Create token' }).click();
  const form = page.getByRole('dialog', { name: 'Create token' });
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('nightly report');
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Create', exact: true }).click();

  const secret = page.getByRole('dialog', { name: 'Token “nightly report”' });
  const token = await secret.getByText(/^gtp_[\w-]{43}$/).innerText();
  await expect(secret.getByText(/^curl /)).toHaveText(
    `curl -H 'Authorization: Bearer ${token}' ${product.selfService}/api/v2/accounts/whoami`,
  );
  await expectAccessible(page);
  await expect(secret.getByRole('button', { name: 'Close' })).toBeDisabled();
  await secret.getByRole('checkbox', { name: 'I have saved the token' }).check();
  await secret.getByRole('button', { name: 'Close' }).click();

  const ask = (method: string, path: string, body?: unknown): Promise<Response> =>
    fetch(`${product.selfService}/api/v2${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const me = (await (await ask('GET', '/accounts/whoami')).json()) as { name: string; project_id: string | null };
  expect(me.name).toBe(people.member.name);
  expect(me.project_id).not.toBeNull();
  expect((await ask('GET', '/compute/servers')).status).toBe(200);
  expect((await ask('POST', '/compute/key_pairs', { name: 'never' })).status).toBe(403);

  await page.reload();
  const row = main.getByRole('row', { name: /nightly report/ });
  await expect(row).toContainText('Read only');
  await expect(row).not.toContainText('Never');
  await expect(page.getByText(token)).toHaveCount(0);
  await expectAccessible(page);
  await row.getByRole('button', { name: 'Actions for nightly report' }).click();
  await page.getByRole('menuitem', { name: 'Revoke' }).click();
  const question = page.getByRole('dialog', { name: 'Revoke the token “nightly report”?' });
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await question.getByRole('button', { name: 'Revoke' }).click();
  await expect(main.getByText('No API tokens')).toBeVisible();
  expect((await ask('GET', '/compute/servers')).status).toBe(401);
});
