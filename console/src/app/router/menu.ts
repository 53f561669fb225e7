import { useMemo } from 'react';
import type { ConsoleAbility } from '../abilities/abilities.ts';
import { useAbility, useCapabilities } from '../abilities/use-ability.ts';
import { side, type Side } from '../base.ts';
import { MENU_GROUPS, type Feature, type MenuEntry, type MenuGroup, type PersonalEntry } from '../feature.ts';
import type { ConsoleScope } from '../scope.ts';
import { scopeOf } from '../session/scope-of.ts';
import { useSession } from '../session/use-session.ts';
import { useFeatures } from './features-context.ts';
import { mayOpen } from './may-open.ts';
import { pathOf } from './names.ts';

export interface MenuItem extends MenuEntry {
  noun: string;
}

/** In domain mode beside the page only what names it; what is the user's own is in each scope (S0 §2). */
const isOfScope = ({ scopes, place }: MenuEntry, scope: ConsoleScope['type']): boolean =>
  scopes ? scopes.includes(scope) : scope !== 'domain' || place === 'user';

/** The menu of a side: entries whose pages the user may open, in the order of the features. */
function menuOf(features: readonly Feature[], ability: ConsoleAbility, at: Side, scope: ConsoleScope['type']): MenuItem[] {
  const pages = new Map(features.flatMap(({ routes }) => routes).map((page) => [page.path, page]));
  return features.flatMap(({ noun, menu = [] }) =>
    menu
      .filter((entry) => (entry.side === undefined || entry.side === at) && isOfScope(entry, scope))
      .filter((entry) => {
        const page = pages.get(entry.path);
        return page !== undefined && mayOpen(page, ability);
      })
      .map((entry) => ({ ...entry, noun })),
  );
}

/** The first page of the menu, or `/no-service` where there is none. */
export const landingPath = (menu: readonly MenuItem[]): string => groupsOf(menu)[0]?.items[0]?.path ?? pathOf('noService');

/** The menu in its groups, those without one last. */
export const groupsOf = (menu: readonly MenuItem[]): { group: MenuGroup | undefined; items: MenuItem[] }[] =>
  [...MENU_GROUPS, undefined]
    .map((group) => ({ group, items: menu.filter((item) => item.group === group) }))
    .filter(({ items }) => items.length > 0);

/** What a menu of the user holds in the current scope: the one beside the page, or their own. */
export function useMenu(place?: MenuEntry['place']): MenuItem[] {
  const features = useFeatures();
  const ability = useAbility();
  const capabilities = useCapabilities();
  const scope = useSession((session) => scopeOf(session).type);
  return useMemo(
    () =>
      menuOf(features, ability, side(), scope).filter(
        (entry) => entry.place === place && (entry.capability === undefined || capabilities.has(entry.capability)),
      ),
    [features, ability, capabilities, scope, place],
  );
}

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
