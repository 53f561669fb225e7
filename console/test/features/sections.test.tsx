/** The pages of every section, with a thing made up from the contract's schema. What has states is tested by its noun, in a fitting one. */
import { kinds } from '@gantry/contract';
import { expect, it } from 'vitest';
import type { z } from 'zod';
import { isMade, type Section } from '../../src/app/resource/section.ts';
import { changeDialog } from '../../src/app/view/change-dialog.tsx';
import { createPage } from '../../src/app/view/create-page.tsx';
import { openPage } from '../support/console-page.tsx';
import { all as allOf } from '../support/render.tsx';
import { withQuota } from '../support/quota.ts';
import { sampleOf } from '../support/sample.ts';
import { describeSection, pagesOf } from '../support/section.tsx';

interface Thing {
  id: string;
  name: string;
}

const files = import.meta.glob<{ section: Section<Thing> }>('../../src/features/*/section.ts', { eager: true });
const sections = Object.entries(files);

/** What keeps a thing from being changed or deleted here is not there: who signs in at an identity provider is kept there. All of it can be read. */
const OWN = { identity_provider: null };
/** A node in maintenance looks so whatever its state is. */
const AT_WORK = { in_maintenance: false };
const READABLE = { unreadable: undefined };
const thingOf = (entity: z.ZodType): Thing => {
  const sample = sampleOf(entity) as object;
  return {
    ...(sample as Thing),
    ...('identity_provider' in sample && OWN),
    ...('in_maintenance' in sample && AT_WORK),
    ...READABLE,
    id: 'one-1',
  };
};

const all = sections.map(([path, { section }]) => ({
  section,
  shown: pagesOf(path),
  ...kinds.get(section.kind)!,
}));

for (const { section, shown, entity } of all.filter(({ status }) => status === undefined))
  if (isMade(section)) describeSection(section, shown, thingOf(entity), []);

it.each(all.flatMap(({ section, shown, entity, status }) => (status ? [[section.noun, { shown, entity, status }] as const] : [])))(
  'the list of %s marks each status as its noun declares it, and one that nobody declared neutrally',
  async (_, { shown, entity, status }) => {
    const tones = { ...status.of, newer: 'neutral' };
    const data = Object.keys(tones).map((one) => ({ ...thingOf(entity), id: one, name: one, [status.at]: one }));
    await openPage(shown.List, () => ({ body: { data, count: data.length } }));
    const labels = [...document.querySelectorAll<HTMLElement>('tbody .gantry-status')];
    expect(labels.map(({ dataset }) => dataset['tone'])).toEqual(Object.values(tones));
  },
);

/** Nothing of any kind, and what a cloud says of itself. */
const nothing = withQuota(() => ({ body: { data: [], count: 0, capabilities: { os_distributions: [] } } }));
const names = () => allOf('textbox', 'Name').map((box) => (box as HTMLInputElement).value);
const fields = () => document.querySelectorAll('form :is(input, textarea, select)').length;
const cases = all.map(({ section, shown, entity }) => [section.noun, { section, shown, entity }] as const);

it.each(cases.filter(([, { shown }]) => shown.create))(
  'the form that creates one of the %s begins with an empty name',
  async (_, { section, shown }) => {
    const { Page } = await createPage(shown);
    await openPage(Page, nothing, section.add, section.add);
    expect(fields()).toBeGreaterThan(0);
    expect(names().join('')).toBe('');
  },
);

it.each(cases.filter(([, { shown }]) => shown.edit))(
  'the edit dialog of %s begins with the present name of the object, where it has a field for the name',
  async (_, { shown, entity }) => {
    const Dialog = await changeDialog(shown);
    const thing = thingOf(entity);
    await openPage(() => <Dialog item={thing} obstacle={undefined} onClose={() => {}} />, nothing);
    expect(fields()).toBeGreaterThan(0);
    // Not each may be called otherwise.
    expect([[], [thing.name]]).toContainEqual(names());
  },
);

it('the features of the console have at least two sections', () => {
  expect(sections.length).toBeGreaterThanOrEqual(2);
});
