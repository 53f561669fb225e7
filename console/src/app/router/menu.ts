import { useMemo } from 'react';
import type { ConsoleAbility } from '../abilities/abilities.ts';
import { useAbility, useCapabilities } from '../abilities/use-ability.ts';
import { side, type Side } from '../base.ts';
import type { Feature, MenuEntry, PersonalEntry } from '../feature.ts';
import type { ConsoleScope } from '../scope.ts';
import { scopeOf } from '../session/scope-of.ts';
import { useSession } from '../session/use-session.ts';
import { useFeatures } from './features-context.ts';
import { mayOpen } from './may-open.ts';
import { tabsOf, treeOf, type MenuGroup } from './menu-tree.ts';
import { pathOf } from './names.ts';

export interface MenuItem extends MenuEntry {
  noun: string;
}

/** One line of the first level: a page, or a group of them. */
export type MenuNode = { item: MenuItem } | { group: MenuGroup; items: readonly MenuItem[] };

/** Whose entries show: what the user may open, what the cloud can do. */
interface Reader {
  side: Side;
  scope: ConsoleScope['type'];
  ability: ConsoleAbility;
  capabilities: ReadonlySet<string>;
}

/** Entries of all features whose pages the reader may open. */
function entriesFor(features: readonly Feature[], { side: at, scope, ability, capabilities }: Reader): MenuItem[] {
  const pages = new Map(features.flatMap(({ routes }) => routes).map((page) => [page.path, page]));
  return features.flatMap(({ noun, menu = [] }) =>
    menu
      .filter(({ side: only, scopes, capability, path }) => {
        const page = pages.get(path);
        return (
          (only ?? at) === at &&
          (scopes?.includes(scope) ?? true) &&
          (capability === undefined || capabilities.has(capability)) &&
          page !== undefined &&
          mayOpen(page, ability)
        );
      })
      .map((entry) => ({ ...entry, noun })),
  );
}

/** The entries as their tree has them. A group of which one is left is that one. */
export function nodesOf(items: readonly MenuItem[], at: Side, scope: ConsoleScope['type']): MenuNode[] {
  const found = (path: string): MenuItem[] => {
    const tabs = tabsOf(path, at);
    return items
      .filter((item) => item.path === path && item.place === undefined)
      .map((item) => (tabs.length === 0 ? item : { ...item, covers: [...(item.covers ?? []), ...tabs] }));
  };
  return treeOf(at, scope).flatMap((node): MenuNode[] => {
    if (typeof node === 'string') return found(node).map((item) => ({ item }));
    const inside = node.entries.flatMap(found);
    return inside.length > 1 ? [{ group: node.group, items: inside }] : inside.map((item) => ({ item }));
  });
}

/** All pages of the menu, from top to bottom. */
export const itemsOf = (nodes: readonly MenuNode[]): MenuItem[] => nodes.flatMap((node) => ('item' in node ? node.item : node.items));

/** The entry of the page at an address: the one that says most of it. */
export function currentOf(items: readonly MenuItem[], address: string): MenuItem | undefined {
  const reach = ({ path, covers = [] }: MenuItem): number =>
    Math.max(0, ...[path, ...covers].map((one) => (address === one || address.startsWith(`${one}/`) ? one.length : 0)));
  return items.filter((item) => reach(item) > 0).toSorted((a, b) => reach(b) - reach(a))[0];
}

/** The first page of the menu, or `/no-service` where there is none. */
export const landingPath = (nodes: readonly MenuNode[]): string => itemsOf(nodes)[0]?.path ?? pathOf('noService');

function useEntries(): MenuItem[] {
  const features = useFeatures();
  const ability = useAbility();
  const capabilities = useCapabilities();
  const scope = useSession((session) => scopeOf(session).type);
  return useMemo(() => entriesFor(features, { side: side(), scope, ability, capabilities }), [features, ability, capabilities, scope]);
}

/** The menu beside the page, of the current scope. `isThere`: which of its entries lead to something that is there; a function that stays the same. */
export function useMenu(isThere?: (item: MenuItem) => boolean): MenuNode[] {
  const entries = useEntries();
  const scope = useSession((session) => scopeOf(session).type);
  return useMemo(() => nodesOf(isThere ? entries.filter(isThere) : entries, side(), scope), [entries, scope, isThere]);
}

/** The pages in the menu of the user. */
export const useOwnPages = (): MenuItem[] => useEntries().filter(({ place }) => place === 'user');

export interface PersonalItem extends PersonalEntry {
  noun: string;
}

/** What the menu of the user offers that is no page. */
export function usePersonal(): PersonalItem[] {
  const features = useFeatures();
  const user = useSession((session) => session.currentUser);
  return useMemo(() => {
    const entries = features.flatMap(({ noun, personal = [] }) => personal.map((entry) => ({ ...entry, noun })));
    return entries.filter(({ isFor }) => user && isFor?.(user) !== false);
  }, [features, user]);
}
