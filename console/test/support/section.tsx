/** What holds for the pages of every section: a noun's test says only what is its own. */
import { fillPath } from '@gantry/contract/wire/call';
import type { ReactNode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import type { Named } from '../../src/app/resource/named.ts';
import type { SectionName } from '../../src/app/resource/noun-text.ts';
import type { MadeSection } from '../../src/app/resource/section.ts';
import type { View } from '../../src/app/view/declare.ts';
import { openPage } from './console-page.tsx';
import { headAction, PHRASE } from './menu.ts';
import { all, click, find, pageText, type } from './render.tsx';

interface Pages {
  List: () => ReactNode;
  Details: () => ReactNode;
}

/** The pages of all sections. */
const views = import.meta.glob<{ view: View<Named, SectionName> }>('../../src/features/*/view.tsx', { eager: true });

/** The pages of a noun. @param file its `section.ts`, as a test of the same folder depth finds it */
export function pagesOf(file: string): View<Named, SectionName> {
  const found = views[file.replace('section.ts', 'view.tsx')];
  if (!found) throw new Error(`${file} has no view beside it`);
  return found.view;
}

/** Requests of nouns: what their rows show of the metrics, and what others offer, is asked for besides. */
const ofApi = (asked: readonly { path: string; method: string }[]) =>
  asked.filter(({ path }) => path.startsWith('/api/') && !path.endsWith('_offers'));

/** What marks a thing of which some values do not fit. */
const UNREADABLE = 'Some values of this object could not be read. They are empty or replaced by defaults.';

/** What is deleted is a task from then on. */
const ACCEPTED = { status: 202, body: { task_id: 't', id: null } };

/** Types what is asked for, where data is lost, and confirms. */
export async function confirmDeletion(): Promise<void> {
  const [box] = all('textbox', PHRASE);
  if (box instanceof HTMLInputElement) await type(box, (box.labels?.[0]?.textContent ?? '').replace(PHRASE, ''));
  await click(all('button', 'Delete').at(-1)!);
}

/** @param one a thing as the API gives it. @param shown what must stand on both pages beside its name. */
export function describeSection<T extends { id: string; name: string }>(
  section: MadeSection<T>,
  pages: Pages,
  one: T,
  shown: readonly string[],
): void {
  const { noun, calls, details } = section;
  /** Things of a domain are deleted where its address stands before theirs. */
  const params = { ...('domain_id' in one && { domainId: String(one.domain_id) }), [calls.read.idParam!]: one.id };
  const there = () => {
    for (const text of [one.name, ...shown]) expect(pageText()).toContain(text);
  };

  describe(`pages of ${noun}`, () => {
    it('list them with the way to each, and delete several as one request', async () => {
      const data = [one, { ...one, id: 'another', unreadable: ['created_at'] }];
      const { asked } = await openPage(pages.List, ({ method }) => (method === 'DELETE' ? ACCEPTED : { body: { data, count: 2 } }));
      there();
      expect(document.querySelectorAll(`[title="${UNREADABLE}"]`)).toHaveLength(1);
      expect(all('link', one.name).map((link) => link.getAttribute('href'))).toEqual(data.map(({ id }) => section.addressOf(id)));
      expect(ofApi(asked)[0]).toMatchObject({ method: 'GET', path: calls.list.path });
      await click(find('checkbox', 'Select all rows'));
      await click(find('button', 'Delete'));
      await confirmDeletion();
      const body = { [calls.bulkDelete.ids ?? 'ids']: data.map(({ id }) => id) };
      const request = { method: 'DELETE', path: fillPath(calls.bulkDelete.path, params), body };
      await vi.waitFor(() => expect(ofApi(asked)[1]).toMatchObject(request), { timeout: 10_000 });
    });

    it('show one with all there is to say about it, and delete it', async () => {
      const path = fillPath(calls.read.path, params);
      const deleted = { path: fillPath(calls.delete.path, params) };
      const answer = (asked: { method: string; path: string }) => {
        if (asked.method === 'DELETE') return ACCEPTED;
        // What else its page shows is a list of nothing.
        return { body: asked.path === path ? { ...one, unreadable: ['created_at'] } : { data: [], count: 0 } };
      };
      const { asked } = await openPage(pages.Details, answer, section.addressOf(one.id), details);
      there();
      expect(pageText()).toContain(UNREADABLE);
      // One head for all: the name, two buttons and a menu at most, and what deletes at the end of that.
      const head = document.querySelector('.gantry-details-head');
      expect(head?.querySelector('h1')?.textContent).toBe(one.name);
      expect(head?.querySelectorAll('.pf-v6-c-action-list__item').length).toBeLessThanOrEqual(3);
      const deletion = await headAction('Delete');
      expect(all('menuitem').at(-1)).toBe(deletion);
      await click(deletion);
      await confirmDeletion();
      await vi.waitFor(() => expect(asked.find(({ method }) => method === 'DELETE')).toMatchObject(deleted), { timeout: 10_000 });
      expect(ofApi(asked)[0]).toMatchObject({ method: 'GET', path });
    });
  });
}
