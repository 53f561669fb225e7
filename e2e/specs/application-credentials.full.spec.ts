/** Application credentials: made in the browser, used at the cloud itself. */
import { expect, expectAccessible, test } from '../support/fixtures.ts';
import { signIn } from '../support/people.ts';

/** A member of the file, each of which stands in a line of its own. */
const memberOf = (file: string, name: string): string => new RegExp(String.raw`\b${name}: (\S+)`).exec(file)?.[1] ?? '';

/** Status of a sign-in at Keystone with nothing but the file. */
async function signInBy(file: string): Promise<number> {
  const [url, id, secret] = ['auth_url', 'application_credential_id', 'application_credential_secret'].map((name) => memberOf(file, name));
  const identity = { methods: ['application_credential'], application_credential: { id, secret } };
  const answer = await fetch(`${url}/auth/tokens`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ auth: { identity } }),
  });
  return answer.status;
}

test(
  'a credential made in the menu of the user opens the cloud to a program, until it is revoked',
  { tag: '@main' },
  async ({ page, product, people, api }) => {
    await signIn(page, product.selfService, people.member, '/compute/instances');
    await page.getByRole('button', { name: /^User menu of/ }).click();
    const entry = page.getByRole('menuitem', { name: 'Application credentials' });
    if (!api.capabilities.has('application_credential.make')) return expect(entry).toHaveCount(0);
    await entry.click();
    const main = page.getByRole('main');
    await main.getByRole('button', { name: 'Create credential' }).click();
    const form = page.getByRole('dialog', { name: 'Create application credential' });
    const name = `terraform ${Date.now()}`;
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
    await expectAccessible(page);
    await form.getByRole('button', { name: 'Create', exact: true }).click();

    const secret = page.getByRole('dialog', { name: `Application credential “${name}”` });
    const file = await secret.getByRole('textbox', { name: 'clouds.yaml' }).inputValue();
    await expectAccessible(page);
    expect(await signInBy(file)).toBe(201);
    await secret.getByRole('checkbox', { name: 'I have saved the secret' }).check();
    await secret.getByRole('button', { name: 'Close' }).click();
    const row = main.getByRole('row', { name: new RegExp(name) });
    await expect(row).toContainText('member');
    await row.getByRole('button', { name: `Actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Revoke' }).click();
    const revoking = page.getByRole('dialog', { name: `Revoke the credential “${name}”?` });
    await revoking.getByRole('button', { name: 'Revoke' }).click();
    // As long as it is open, nothing behind it is there for whoever looks.
    await expect(revoking).toBeHidden();
    await expect(row).toHaveCount(0);
    expect(await signInBy(file)).toBe(401);
  },
);
