import { folded } from '@gantry/contract/wire/folded';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAbility } from '../abilities/use-ability.ts';
import { api } from '../api/calls.ts';
import { readOptions } from '../api/queries.ts';
import { side } from '../base.ts';
import type { Feature, FeatureRoute } from '../feature.ts';
import { changeLanguage, useLanguageChoice } from '../i18n/languages.ts';
import { keyStore } from '../keys.ts';
import { useFeatures } from '../router/features-context.ts';
import { mayOpen } from '../router/may-open.ts';
import { isOfOtherSide } from '../router/menu-tree.ts';
import { useSession, useScopeKey } from '../session/use-session.ts';
import { useSwitchScope } from '../shell/use-switch-scope.ts';
import { useStore } from '../store.ts';
import { THEMES } from '../theme/show-theme.ts';
import { chooseTheme } from '../theme/theme.ts';
import { pageActions } from './page-actions.ts';

/** Something that the palette offers. */
export interface Entry {
  id: string;
  label: string;
  /** What it is, or what it was found by. */
  hint?: string;
  run(): void;
}

export interface EntryGroup {
  name: string;
  entries: readonly Entry[];
}

/** Letters until the things of the cloud are searched. */
const LETTERS = 2;
/** Milliseconds that typing rests before they are. */
const REST_MS = 150;
/** Entries of one group that show. */
const SHOWN = 8;

const holds = (label: string, text: string): boolean => folded(label).includes(folded(text));

/** What a page is called by texts that are always there; undefined for one that needs a thing to be about. */
function useLabelOf() {
  const { i18n } = useTranslation();
  const known = (key: string) => (i18n.exists(key) ? i18n.t(key as 'product') : undefined);
  return ({ noun, menu, details }: Feature, route: FeatureRoute): string | undefined => {
    if (route.path.includes('/$') || 'public' in route) return undefined;
    const entry = menu?.find(({ path }) => path === route.path);
    if (entry || route.list || 'own' in route) return known(`nouns:menu.${route.list?.noun ?? noun}.${entry?.label ?? 'list'}`);
    const [kind] = Object.keys(details ?? {});
    return route.restriction.action === 'create' ? known(`nouns:command.${kind}.create`) : undefined;
  };
}

/** Pages that the user may open on this side: what the menu leads to, lists, and forms of something new. */
function usePages(): Entry[] {
  const features = useFeatures();
  const ability = useAbility();
  const navigate = useNavigate();
  const labelOf = useLabelOf();
  return features.flatMap((feature) =>
    feature.routes.flatMap((route) => {
      const label = mayOpen(route, ability) ? labelOf(feature, route) : undefined;
      const to = route.path.replace(/\/\{.*$/, '');
      return label === undefined || isOfOtherSide(route.path, side())
        ? []
        : [{ id: `page:${to}`, label, run: () => void navigate({ to }) }];
    }),
  );
}

/** A text once it has rested: nobody is asked for each letter of it. */
function useRested(text: string): string {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), REST_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return rested;
}

/** Things of the cloud: one call over all kinds, as the lists of the scope show them. */
function useSearchResults(typed: string): { entries: Entry[]; isPending: boolean } {
  const scope = useScopeKey();
  const features = useFeatures();
  const navigate = useNavigate();
  const { i18n } = useTranslation();
  const text = useRested(typed);
  const enabled = text.length >= LETTERS;
  const { data, isFetching } = useQuery({ ...readOptions(scope, api.search.find, { query: { text } }), enabled, gcTime: 0, staleTime: 0 });
  const entries = (data?.data ?? []).flatMap(({ kind, id, name, address }) => {
    const feature = features.find(({ details }) => details?.[kind]);
    const to = feature?.details?.[kind]?.(id);
    if (!feature || to === undefined) return [];
    const noun = i18n.t(`nouns:menu.${feature.noun}.${feature.menu?.[0]?.label ?? 'list'}` as 'product');
    return [
      { id: `thing:${kind}:${id}`, label: name || id, hint: address ? `${noun} · ${address}` : noun, run: () => void navigate({ to }) },
    ];
  });
  return { entries: enabled ? entries : [], isPending: (enabled && isFetching) || text !== typed };
}

/** All that a text may mean, in groups. `isPending`: more may come. */
export function useEntries(typed: string): { groups: EntryGroup[]; isPending: boolean } {
  const { t } = useTranslation();
  const { t: resource } = useTranslation('resource');
  const text = typed.trim();
  const results = useSearchResults(text);
  const pages = usePages();
  const projects = useSession((session) => session.projects);
  const current = useSession((session) => session.currentProject);
  const { toProject } = useSwitchScope();
  const languages = useLanguageChoice();
  const keys = useStore(keyStore, (state) => state.keys);
  const settings = [
    ...THEMES.map((theme) => ({
      id: `theme:${theme}`,
      label: `${t('theme.label')}: ${t(`theme.${theme}`)}`,
      run: () => chooseTheme(theme),
    })),
    ...languages.map((locale) => ({
      id: `language:${locale}`,
      label: `${t('language.label')}: ${t(`language.${locale}`)}`,
      run: () => void changeLanguage(locale),
    })),
  ];
  const others = projects.filter((project) => project.enabled && project.id !== current?.id);
  const groups: EntryGroup[] = [
    { name: resource('palette.things'), entries: results.entries },
    { name: resource('palette.pages'), entries: pages },
    {
      name: resource('palette.actions'),
      entries: [
        ...pageActions(),
        ...keys
          .filter(({ key }) => key !== '.' && key.length === 1)
          .map(({ key, label, run }) => ({
            id: `key:${key}`,
            label,
            hint: key,
            run: () => void run(new KeyboardEvent('keydown', { key })),
          })),
      ],
    },
    {
      name: resource('palette.projects'),
      entries: others.map((project) => ({ id: project.id, label: project.name, run: () => toProject(project) })),
    },
    { name: resource('palette.settings'), entries: text === '' ? [] : settings },
  ];
  const fitting = groups.map(({ name, entries }, index) => ({
    name,
    entries: (index === 0 ? entries : entries.filter(({ label }) => holds(label, text))).slice(0, index === 0 ? undefined : SHOWN),
  }));
  return { groups: fitting.filter(({ entries }) => entries.length > 0), isPending: results.isPending };
}
