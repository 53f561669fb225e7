import type { Call } from '@gantry/contract/wire/call';
import type { accepted } from '@gantry/contract/wire/values';
import type { ComponentType } from 'react';
import type { z } from 'zod';
import type { ApiCall, ReadCall } from '../api/calls.ts';
import type { Feature, FeatureRoute } from '../feature.ts';
import type { ListCall } from '../list/use-list-page.ts';
import type { ListSpec } from '../../ui/list/list-state.ts';
import { stepPath, SUMMARY } from '../create/step-path.ts';
import { nounText, type MadeName, type SectionName } from './noun-text.ts';
import { OWNER_FILTERS } from './owner-filters.ts';
import { addressIn, detailsRoute, formRoute, listRoute } from './routes.ts';

/** A call of the contract that is answered with its task. */
export type TaskCall = Call<z.ZodObject | undefined, z.ZodObject | undefined, z.ZodType | undefined, typeof accepted>;

/** Reads all and one of them. */
interface ReadCalls<T> {
  list: ListCall<T>;
  read: ApiCall<ReadCall<T>>;
}

/** Makes one, and deletes one or several; a noun whose things come and go in another way has none of them. */
export interface LifeCalls {
  create: ApiCall<TaskCall>;
  delete: ApiCall;
  bulkDelete: ApiCall<TaskCall>;
}

interface SectionInput<T, N extends SectionName> {
  /** Folder of the feature and namespace of its texts. */
  noun: N;
  /** Kind of its things, as in the contract. */
  kind: string;
  calls: ReadCalls<T> & Partial<LifeCalls>;
  /** Address of the list; the form is at `{path}/add`, and one thing at `{path}/{id}`. */
  path: string;
  /** What the list may ask for. */
  spec: ListSpec;
  /** One is made on the page of the thing that it belongs to: the list leads to no form. */
  madeElsewhere?: true;
  /** Its things belong to projects: administrators see whose each one is, and filter by that. */
  owned?: true;
}

/** A noun with a list, a page of each thing and a form for a new one: what its pages share. It is in the entry chunk: data only. */
export interface Section<T, N extends SectionName = SectionName> extends SectionInput<T, N> {
  /** Addresses as the router writes them. */
  add: string;
  details: string;
  addressOf(id: string): string;
}

/** A section whose things are made and deleted by calls of their own. */
export interface MadeSection<T, N extends SectionName = SectionName> extends Section<T, N> {
  calls: ReadCalls<T> & LifeCalls;
}

/** Whether things of a section are made by a call of their own. */
export const isMade = <T, N extends SectionName>(section: Section<T, N>): section is MadeSection<T, N> =>
  section.calls.create !== undefined;

/** `T` and `N` follow from the calls and the noun. */
export function sectionOf<T, const N extends MadeName = MadeName>(
  input: SectionInput<T, N> & Pick<MadeSection<T, N>, 'calls'>,
): MadeSection<T, N>;
export function sectionOf<T, const N extends SectionName = SectionName>(
  input: SectionInput<T, N> & { calls: { [K in keyof LifeCalls]?: never } },
): Section<T, N>;
export function sectionOf<T, const N extends SectionName>(input: SectionInput<T, N>): Section<T, N> {
  const details = `${input.path}/$${input.calls.read.idParam}`;
  const { spec } = input;
  const filters = input.owned ? { ...spec.filters, ...OWNER_FILTERS } : spec.filters;
  return { ...input, spec: { ...spec, filters }, add: `${input.path}/add`, details, addressOf: addressIn(details) };
}

/** The pages of a section, for the chunks they come in: list and page of one thing together, and the form. */
interface SectionPages {
  /** Where the page of one begins, below its address, which only leads on there; absent: at the address itself. */
  first?: string;
  pages: () => Promise<{ List: ComponentType; Details: ComponentType }>;
  /** Opens only where a call makes them. */
  form: FeatureRoute['load'];
  /** Keys of the form's steps, where it has some (`SectionSteps`): each has an address, and so has the summary. */
  steps?: readonly string[];
}

/** The feature of a section. */
export function sectionFeature<T>(
  { noun, kind, calls, path, spec, add, details, addressOf }: Section<T>,
  {
    pages,
    form,
    steps,
    first,
    routes: others = [],
    redirects = [],
    ...more
  }: Pick<Feature, 'texts' | 'menu' | 'words' | 'redirects'> & Partial<Pick<Feature, 'routes'>> & SectionPages,
): Feature {
  const list = () => pages().then(({ List: Page }) => ({ Page }));
  const one = () => pages().then(({ Details: Page }) => ({ Page }));
  return {
    noun,
    details: { [kind]: addressOf },
    ...more,
    routes: [
      listRoute(noun, { path, call: calls.list, spec, load: list }),
      ...(calls.create
        ? [
            formRoute(({ t }) => nounText(t, noun, 'title.add'), {
              path: steps ? stepPath(add) : add,
              ...(steps && { oneOf: { step: [...steps, SUMMARY] } }),
              parent: path,
              call: calls.create,
              load: form,
            }),
          ]
        : []),
      ...(first === undefined ? [detailsRoute(noun, { path: details, parent: path, call: calls.read, load: one })] : []),
      ...others,
    ],
    redirects: [...redirects, ...(first === undefined ? [] : [{ from: details, to: `${details}/${first}` }])],
  };
}
