import type { PersonalToken } from '@gantry/contract/nouns/session/tokens';
import { describe, expect, it } from 'vitest';
import { Page } from '../../../src/features/personal-tokens/view.tsx';
import { openPage } from '../../support/console-page.tsx';
import { all, click, find, pageText, settle, type } from '../../support/render.tsx';

const SECRET = `gtp_${'s'.repeat(39)}ab12`;
const token = (change: Partial<PersonalToken> = {}): PersonalToken => ({
  id: 'token-1',
  name: 'nightly',
  access: 'read',
  scope: 'project',
  domain_id: 'd',
  project_id: 'p',
  project_name: 'shop',
  last_four: 'ab12',
  created_at: '2026-11-22T10:00:00.000Z',
  expires_at: '2027-11-22T10:00:00.000Z',
  last_used_at: null,
  ...change,
});

/** The page over a server that keeps the tokens it is given. */
async function open(kept: PersonalToken[]) {
  return openPage(Page, ({ method, path, body }) => {
    if (method === 'POST') {
      const made = token(body as Partial<PersonalToken>);
      kept.push(made);
      return { status: 201, body: { ...made, token: SECRET } };
    }
    if (method === 'DELETE') {
      kept.splice(0, kept.length, ...kept.filter(({ id }) => !path.endsWith(id)));
      return { status: 204 };
    }
    return { body: { data: kept } };
  });
}

/** The button that a dialog is there for; the page under it has one that is called alike. */
const inDialog = (name: string): HTMLElement =>
  all('button', name).find((one) => one.closest('[role=dialog]') && one.textContent?.trim() === name)!;

describe('the page of personal tokens', () => {
  it('the page lists each API token with where it works, what it may do and when it was used', async () => {
    await open([
      token(),
      token({ id: 'token-2', name: 'all of it', access: 'full', scope: 'domain', project_id: null, project_name: null }),
    ]);
    for (const text of ['nightly', '…ab12', 'shop', 'Read only', 'Never', 'all of it', 'The whole domain', 'Full'])
      expect(pageText()).toContain(text);
    expect(pageText()).not.toContain(SECRET);
  });

  it('a new API token is shown once with a line that tries it, in a dialog that closes only when the token is saved', async () => {
    const { asked } = await open([]);
    expect(pageText()).toContain('No API tokens');
    await click(find('button', 'Create token'));
    await type(find('textbox', 'Name'), 'ci');
    await click(inDialog('Create'));
    await settle();
    expect(asked.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
      { name: 'ci', access: 'read', expires_in_days: 90 },
    ]);
    expect(pageText()).toContain(SECRET);
    expect(pageText()).toContain(`curl -H 'Authorization: Bearer ${SECRET}' ${window.location.origin}/api/v2/accounts/whoami`);
    await click(find('button', 'Close'));
    expect(pageText()).toContain(SECRET);
    await click(find('checkbox', 'I have saved the token'));
    await click(find('button', 'Close'));
    await settle();
    expect(pageText()).not.toContain(SECRET);
    expect(document.querySelector('tr[data-marked]')?.textContent).toContain('ci');
  });

  it('an API token is revoked only after a question that names it', async () => {
    const { asked } = await open([token()]);
    await click(find('button', 'Actions for nightly'));
    await settle();
    await click(find('menuitem', 'Revoke'));
    expect(pageText()).toContain('Revoke the token “nightly”?');
    await click(inDialog('Revoke'));
    await settle();
    expect(asked.find(({ method }) => method === 'DELETE')?.path).toBe('/api/v2/accounts/tokens/token-1');
    expect(pageText()).toContain('No API tokens');
  });

  it('a user can create no more than twenty API tokens, and is told why', async () => {
    await open(Array.from({ length: 20 }, (_, index) => token({ id: `token-${index}`, name: `token ${index}` })));
    expect(find('button', 'Create token').getAttribute('aria-disabled')).toBe('true');
    expect(pageText()).toContain('You already have the maximum of 20 tokens. Revoke one first.');
  });
});
