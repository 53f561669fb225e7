import type { StateChanges } from '@gantry/contract/wire/state-changes';
import type { Statuses } from '@gantry/contract/wire/statuses';
import type { QueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import type { ComponentType } from 'react';
import type { ListSpec } from '../ui/list/list-state.ts';
import type { TimeSpan } from '../ui/show/chart-scale.ts';
import type { CallData } from './api/call-table.ts';
import type { ApiCall, ReadCall } from './api/calls.ts';
import type { TextKey } from './i18n/resources.ts';
import type { ConsoleScope, ScopeKey } from './scope.ts';
import type { SessionUser } from './session/state.ts';

/** One namespace of texts, one file per language: `import.meta.glob('./texts/*.json', { import: 'default' })`. */
export type TextFiles = Readonly<Record<string, () => Promise<unknown>>>;

/** The right a route needs: subject of the abilities, action `read` where none is said (S0 §6). */
export interface Restriction {
  subject: string;
  action?: 'read' | 'create' | 'update';
  /** The command that it is for, where that is carried out in a project: who works on the whole cloud chooses one on the page. */
  inProject?: string;
}

export type Search = Readonly<Record<string, unknown>>;

/** What a route's data can be fetched by before its page has arrived. */
export interface PrefetchContext<S = Search> {
  queryClient: QueryClient;
  scope: ScopeKey;
  params: Readonly<Record<string, string>>;
  search: S;
}

/** What a title can be made of. `name`: what the page has announced by `usePageName`, once it is known. */
export interface TitleContext {
  t: TFunction;
  params: Readonly<Record<string, string>>;
  name: string | undefined;
}

interface RouteBase<S extends Search> {
  /** With parameters as the router writes them: `/compute/instances/$serverId`. */
  path: string;
  /** Page title and last breadcrumb: a text key, or a function of what is known (S0 §2). */
  title: TextKey | ((context: TitleContext) => string);
  /** Path of the route one breadcrumb above. */
  parent?: string;
  /** Path of the page over which this is a window: that page stays as it is, and shows the window by its `Outlet`. Its own path lies below that. */
  within?: string;
  /** The page, in a chunk of its own: `() => import('./list/page.tsx')`, which exports `Page`. */
  load: () => Promise<{ Page: ComponentType }>;
  /** Starts the page's data at the same time as its chunk (rule 16). Never awaited; a failure shows on the page. */
  prefetch?(context: PrefetchContext<S>): void;
  /**
   * Reads the query of the address for `prefetch`: unknown and wrong values become absent ones, never an error.
   * The address itself stays as it is. Without schemas: it runs in the entry chunk.
   */
  validateSearch?(raw: Record<string, unknown>): S;
  /** Parameters of the path that take these values only, unless they are optional and absent: with any other the address is an unknown one (S2 §5). */
  oneOf?: Readonly<Record<string, readonly string[]>>;
  /** Of a list's route: of which noun, what it asks for, and by which keys. */
  list?: { noun: string; call: CallData; spec: ListSpec };
  /** Of a page about one thing: the call that reads it. */
  item?: CallData;
}

/** A page. Either public (no sign-in, no shell), or for whoever is signed in, or under a restriction. */
export type FeatureRoute<S extends Search = Search> = RouteBase<S> & ({ public: true } | { own: true } | { restriction: Restriction });

export interface MenuEntry {
  /** Where it leads; the restriction of that route decides whether it shows, and the tree of the side (`menu-tree.ts`) where. */
  path: string;
  /** Other addresses whose pages are tabs of this one: the entry is current there as well. */
  covers?: readonly string[];
  /** Label: a key of the feature's own `menu` texts, e.g. `instances` for `menu.instances` in its files. */
  label: string;
  icon: ComponentType;
  /** Stands beside the entry once the page has had its first data, and shows a `MenuDot` while something behind it is out of order. */
  mark?: () => Promise<{ Mark: ComponentType }>;
  /** `user`: in the menu of the user, not beside the page. */
  place?: 'user';
  /** Only in scopes of these types; absent: in each. */
  scopes?: readonly ConsoleScope['type'][];
  /** Only on one side of the product; absent: on both. */
  side?: 'self-service' | 'administration';
  /** Only where some engine offers this. */
  capability?: string;
  /** Only once it is known to be available (S0 §2). */
  needs?: 'object-storage';
}

/** What the menu of the user offers over any page. */
export interface PersonalEntry {
  /** As a menu entry's: a key of the feature's own `menu` texts. */
  label: string;
  /** Gets the label in words. */
  run(title: string): void;
  /** Whether it is there for a user; absent: for everybody. */
  isFor?(user: SessionUser): boolean;
  /** With Ctrl or Cmd it does the same. */
  key?: string;
  /** A command: while a task of it that is the user's own is under way, the entry is there and does nothing. */
  unlessUnderWay?: string;
}

/** An address that only leads on. `inDomain`: where to in domain mode; absent: to the same. */
export interface Redirect {
  from: string;
  to: string;
  inDomain?: string;
}

/** The thing, and how deep its heading is on the page. */
export interface LastTaskProps {
  id: string;
  level: 2 | 3;
}

/** How the states of a kind are read, and what they are in words. */
export interface TimelineStates {
  call: ApiCall<ReadCall<StateChanges>>;
  statuses: Statuses;
  text(status: string): string;
}

/** The thing, and the time that is shown of it. */
export interface TimelineProps {
  id: string;
  span: TimeSpan;
  states: TimelineStates;
}

/** The thing that is shown beside something else, and how that ends. */
export interface PeekOfProps {
  id: string;
  onClose(): void;
}

/** A noun of the console: everything the house needs to know about it (rule 20). */
export interface Feature {
  /** Folder name and namespace of its texts. */
  noun: string;
  routes: readonly FeatureRoute[];
  menu?: readonly MenuEntry[];
  personal?: readonly PersonalEntry[];
  /** Addresses that only lead on: `/compute` → `/compute/instances`. Parameters that they name go along. */
  redirects?: readonly Redirect[];
  texts: TextFiles;
  /** Namespaces of other nouns whose words its pages use as well. */
  words?: readonly string[];
  /** Kind of the contract → address of the page that shows one of it, for links from other nouns. */
  details?: Readonly<Record<string, (id: string) => string>>;
  /** What was done last to one thing, for whoever shows it beside a list. */
  lastTask?: () => Promise<{ LastTask: ComponentType<LastTaskProps> }>;
  /** What was done to one thing, and how it was, over the time that charts of it show. */
  timeline?: () => Promise<{ Timeline: ComponentType<TimelineProps> }>;
  /** Kind of the contract → one of it as its list shows it beside itself, for whoever shows it elsewhere. */
  peeks?: Readonly<Record<string, () => Promise<{ PeekOf: ComponentType<PeekOfProps> }>>>;
  /** Stands in the header while somebody is signed in, from the first data of a page on. */
  header?: { load: () => Promise<{ HeaderPart: ComponentType }> };
  /** Stays mounted in the shell while somebody is signed in: pop-ups and the like. `restriction`: only for those who may. */
  companion?: { restriction: Restriction; load: () => Promise<{ Companion: ComponentType }> };
}

/** Declares a route with its own type of search, so that `prefetch` gets what `validateSearch` returns. */
export const defineRoute = <S extends Search>(route: FeatureRoute<S>): FeatureRoute => route;
