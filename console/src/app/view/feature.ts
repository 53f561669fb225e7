import type { ApiCall } from '../api/calls.ts';
import type { Feature, FeatureRoute } from '../feature.ts';
import type { Named } from '../resource/named.ts';
import type { SectionName } from '../resource/noun-text.ts';
import { detailsRoute, formRoute } from '../resource/routes.ts';
import { sectionFeature, type Section } from '../resource/section.ts';
import type { View } from './declare.ts';

/** A dialog over the page of one that has addresses of its own. */
interface Over {
  /** Addresses below that of the thing (`edit`, `edit/$returnRoute`), or whole ones. */
  at: readonly string[];
  title: FeatureRoute['title'];
  /** The call that it makes: its right opens it. */
  call: ApiCall;
}

interface ViewFeatureInput<T extends Named, N extends SectionName>
  extends Pick<Feature, 'texts' | 'menu' | 'words' | 'redirects'>, Partial<Pick<Feature, 'routes'>> {
  view(): Promise<{ view: View<T, N> }>;
  /** The form for a new one where its table does not make it, in steps with these keys or in one. */
  form?: FeatureRoute['load'];
  steps?: readonly string[];
  /** Keys of the tabs of the page of one, which its address names last: as the value of a parameter, or (`tabPages`) each as a route of its own (S2 §2). */
  tabs?: readonly string[];
  tabPages?: readonly string[];
  /** Which of them the page of one begins with, where its own address is none of a page; absent: it is at that address. */
  first?: string;
  /** By the names that the view gives its dialogs. */
  over?: Readonly<Record<string, Over>>;
}

/** The feature of a noun that is one view: in the entry chunk only what the menu and the router must know; all else comes with the view. */
export function viewFeature<T extends Named, N extends SectionName>(section: Section<T, N>, input: ViewFeatureInput<T, N>): Feature {
  const made = async () => {
    const [own, { createPage }] = await Promise.all([input.view(), import('./create-page.tsx')]);
    return createPage(own.view);
  };
  const { view, tabs, tabPages = [], first, over = {}, routes = [], form = made, ...more } = input;
  const { noun, calls, path, details } = section;
  const parent = first === undefined ? details : `${details}/${first}`;
  const page = () => view().then(({ view: { Details: Page } }) => ({ Page }));
  return sectionFeature(section, {
    ...more,
    pages: () => view().then(({ view: pages }) => pages),
    form,
    ...(first !== undefined && { first }),
    routes: [
      ...(tabs
        ? [detailsRoute(noun, { path: `${details}/$detailsTab`, oneOf: { detailsTab: tabs }, parent: path, call: calls.read, load: page })]
        : []),
      ...tabPages.map((tab) => detailsRoute(noun, { path: `${details}/${tab}`, parent: path, call: calls.read, load: page })),
      ...Object.entries(over).flatMap(([name, { at, title, call }]) =>
        at.map((place) =>
          formRoute(title, {
            path: place.startsWith('/') ? place : `${details}/${place}`,
            parent,
            call,
            item: calls.read,
            load: async () => {
              const [own, { overPage }] = await Promise.all([view(), import('./over-page.tsx')]);
              return overPage(own.view, name);
            },
          }),
        ),
      ),
      ...routes,
    ],
  });
}
