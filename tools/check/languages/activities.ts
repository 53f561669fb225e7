import { DEFAULT_LOCALE } from '@gantry/contract/constants';
import { capabilityOf, type Call } from '@gantry/contract/wire/call';
import { shared, type FrameTexts, type NounTexts } from '../../../console/src/features/nouns/shared.ts';
import { hasObject } from '../../../server/src/calls/about.ts';
import type { Namespace, Texts } from './catalog.ts';

type Named = Pick<Call, 'id' | 'method' | 'does'>;
type Tree = { [name: string]: string | Tree };

/** `a.b` → `x` → `{a: {b: 'x'}}`. */
function treeOf(texts: Texts): Tree {
  const tree: Tree = {};
  for (const [key, text] of texts) {
    const names = key.split('.');
    const last = names.pop()!;
    let at = tree;
    for (const name of names) at = (at[name] ??= {}) as Tree;
    at[last] = text;
  }
  return tree;
}

/** The sentences of commands in the texts of the frame. */
function frameOf({ command, add }: Tree): FrameTexts {
  const sentences = (tree: string | Tree | undefined): Record<string, string> =>
    Object.fromEntries(
      Object.entries(typeof tree === 'object' ? tree : {}).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    );
  return { command: sentences(command), add: { command: sentences(typeof add === 'object' ? add['command'] : undefined) } };
}

/**
 * Changing calls that the audit log has no words for in the default language: neither an activity's of their own nor those of the command that
 * they ask for (`console/src/features/audit-log/activity-text.ts`).
 */
export function callsWithoutWords(
  calls: readonly Named[],
  namespaces: readonly Pick<Namespace, 'name' | 'folder' | 'languages'>[],
): string[] {
  const english = ({ languages }: Pick<Namespace, 'languages'>): Texts => languages.get(DEFAULT_LOCALE) ?? new Map();
  const named = (wanted: string): Texts => new Map(namespaces.filter(({ name }) => name === wanted).flatMap((one) => [...english(one)]));
  const files = namespaces
    .filter(({ folder }) => folder.includes('features/'))
    .map((one): [string, NounTexts] => [`../${one.name}/texts/${DEFAULT_LOCALE}.json`, treeOf(english(one))]);
  const { command } = shared(Object.fromEntries(files), frameOf(treeOf(named('resource'))), DEFAULT_LOCALE);
  const activities = named('audit-log');
  const hasWords = ({ id, does }: Named): boolean => {
    const [kind = '', name = ''] = capabilityOf(does)?.split('.') ?? [];
    return activities.has(`activity.${id.replace('.', '-')}`) || command[kind]?.[name] !== undefined;
  };
  return calls.filter((call) => call.method !== 'GET' && !hasWords(call)).map(({ id }) => `${id} has no words in the audit log`);
}

/** Changing calls that are about the account of who asks, and why the audit needs no other object of them. */
const ABOUT_THE_CALLER: Readonly<Record<string, string>> = {
  'session.login': 'the account that signs in',
  'session.logout': 'the session of who asks',
  'session.changePassword': 'the password of who asks',
  'session.endOthers': 'the other sessions of who asks',
  'objectStorage.enable': 'the object storage of who asks',
  'objectStorage.revokeLinks': 'all links of who asks',
};

/** Changing calls that say nothing of what they are about, and entries of the list above that are none of those. */
export function callsWithoutObject(calls: readonly Call[], listed = ABOUT_THE_CALLER): string[] {
  const without = calls.filter((call) => call.method !== 'GET' && !hasObject(call)).map(({ id }) => id);
  return [
    ...without.filter((id) => listed[id] === undefined).map((id) => `${id} has no object in the audit log, and is not in ABOUT_THE_CALLER`),
    ...Object.keys(listed)
      .filter((id) => !without.includes(id))
      .map((id) => `${id} is in ABOUT_THE_CALLER and has an object in the audit log`),
  ];
}
