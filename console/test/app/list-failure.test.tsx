import { expect, it, vi } from 'vitest';
import { Page } from '../../src/features/servers/list/page.tsx';
import { openPage, type Given } from '../support/console-page.tsx';
import { click, find, pageText } from '../support/render.tsx';
import { errorBody } from './fake-server.ts';

it('a list that could not be read shows why in place of an empty list, until it is read [err.list-store]', async () => {
  let given: Given = { status: 403, body: errorBody('forbidden') };
  await openPage(Page, ({ path }) => (path.endsWith('/servers') ? given : { body: { data: [], count: 0 } }));
  await vi.waitFor(() => expect(pageText()).toContain('You do not have permission to do this.'));
  expect(pageText()).not.toContain('No virtual machines');
  // It stays where somebody does something else on the page.
  await click(find('button', 'Columns'));
  expect(pageText()).toContain('You do not have permission to do this.');
  given = { body: { data: [], count: 0 } };
  await click(find('button', 'Try again'));
  await vi.waitFor(() => expect(pageText()).toContain('No virtual machines'));
  expect(pageText()).not.toContain('You do not have permission to do this.');
});
