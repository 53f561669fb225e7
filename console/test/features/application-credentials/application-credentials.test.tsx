import type { ApplicationCredential } from '@gantry/contract/nouns/session/application-credentials';
import { describe, expect, it, vi } from 'vitest';
import { Page } from '../../../src/features/application-credentials/view.tsx';
import * as files from '../../../src/ui/save-file.ts';
import { openPage } from '../../support/console-page.tsx';
import { all, click, find, pageText, settle, type } from '../../support/render.tsx';

const SECRET = 'the-secret-itself';
const FILE = `clouds:\n  cloud:\n    auth:\n      application_credential_secret: ${SECRET}\n`;
const one = (change: Partial<ApplicationCredential> = {}): ApplicationCredential => ({
  id: 'credential-1',
  name: 'terraform',
  description: 'of the lab',
  project_id: 'p',
  project_name: 'shop',
  access: 'limited',
  roles: ['member', 'reader'],
  expires_at: null,
  ...change,
});

/** The page over a server that keeps the credentials it is given. */
const open = (kept: ApplicationCredential[], session: Parameters<typeof openPage>[4] = {}) =>
  openPage(
    Page,
    ({ method, path, body }) => {
      if (method === 'POST') {
        const made = one({ name: (body as { name: string }).name, description: null });
        kept.push(made);
        return { status: 201, body: { ...made, secret: SECRET, clouds_yaml: FILE } };
      }
      if (method === 'DELETE') {
        kept.splice(0, kept.length, ...kept.filter(({ id }) => !path.endsWith(id)));
        return { status: 204 };
      }
      return { body: { data: kept } };
    },
    undefined,
    undefined,
    session,
  );

/** The button that a dialog is there for; the page under it may have one that is called alike. */
const inDialog = (name: string): HTMLElement =>
  all('button', name).find((button) => button.closest('[role=dialog]') && button.textContent?.trim() === name)!;

describe('the page of application credentials', () => {
  it('the page lists each application credential with where it is good, what it may do there and how long', async () => {
    await open([
      one(),
      one({ id: 'credential-2', name: 'old', description: null, project_name: null, expires_at: '2027-11-22T10:00:00.000Z' }),
    ]);
    for (const text of ['terraform', 'of the lab', 'credential-1', 'shop', 'Limited', 'member, reader', 'Never', 'old', '2027'])
      expect(pageText()).toContain(text);
  });

  it('a new application credential shows its secret and file once, in a dialog that closes only when they are saved', async () => {
    const save = vi.spyOn(files, 'saveFile').mockImplementation(() => {});
    const { asked } = await open([]);
    await click(find('button', 'Create credential'));
    await type(find('textbox', 'Name'), 'ci');
    await type(find('textbox', 'Expires after'), '');
    await click(inDialog('Create'));
    await settle();
    expect(asked.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
      { name: 'ci', description: '', access: 'full' },
    ]);
    expect(pageText()).toContain(SECRET);
    expect((find('textbox', 'clouds.yaml') as HTMLTextAreaElement).value).toBe(FILE);
    await click(find('button', 'Download clouds.yaml'));
    expect(save).toHaveBeenCalledWith('clouds.yaml', [FILE], 'application/yaml');
    await click(find('button', 'Close'));
    expect(pageText()).toContain(SECRET);
    await click(find('checkbox', 'I have saved the secret'));
    await click(find('button', 'Close'));
    await settle();
    expect(pageText()).not.toContain(SECRET);
    expect(pageText()).toContain('ci');
  });

  it('an application credential is revoked after a question, and none is created outside of a project', async () => {
    const { asked } = await open([one()], { currentProject: null });
    await click(find('button', 'Create credential'));
    expect(all('dialog')).toEqual([]);
    expect(pageText()).toContain('Choose a project to create one.');
    await click(find('button', 'Actions for terraform'));
    await settle();
    await click(find('menuitem', 'Revoke'));
    await click(inDialog('Revoke'));
    await settle();
    expect(asked.some(({ method, path }) => method === 'DELETE' && path.endsWith('/application_credentials/credential-1'))).toBe(true);
    expect(pageText()).toContain('No application credentials');
  });
});
