/** What is said in nine languages that no page shows by itself: what is wrong with a field. */
import { expect, test } from '../support/fixtures.ts';
import { expectTranslated, inEach } from '../support/languages.ts';
import { to } from '../support/to.ts';

test('what is wrong with a field is a sentence that says what is allowed, in nine languages [choice.validation-messages]', async ({
  as,
  people,
}) => {
  const page = await as(people.member, { path: '/compute/ssh-keys/add' });
  const texts = () => page.locator('[data-field-error] [id$=-help]').allTextContents();
  for (const [path, submit, fill] of [
    ['/compute/ssh-keys/add', 'Add', { Name: 'a/b', 'Public key': 'nonsense' }],
    ['/compute/volumes/add', 'Create', { Name: '', Size: '0' }],
    ['/compute/networks/add', 'Create', { Name: 'a', CIDR: '10.0.0.0/99' }],
  ] as const) {
    await to(page, path);
    for (const [name, text] of Object.entries(fill))
      await page.getByRole('textbox', { name, exact: true }).or(page.getByRole('spinbutton', { name })).first().fill(text);
    await page.getByRole('main').getByRole('button', { name: submit, exact: true }).click();
    let before: string[] = [];
    const said = await inEach(page, async () => {
      await expect.poll(texts).not.toEqual(before);
      return (before = await texts());
    });
    expect(before.length).toBeGreaterThan(0);
    expect(new Set(said.map(({ length }) => length)).size).toBe(1);
    for (let field = 0; field < before.length; field += 1) {
      const sentences = said.map((one) => one[field] ?? '');
      expectTranslated(`${path} ${field}`, sentences);
      for (const sentence of sentences) expect(sentence).toMatch(/[.。।؟!]$/);
    }
  }
});
