import i18next, { type TFunction } from 'i18next';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { KeyIn, TextResources } from '../i18n/resources.ts';
import { completeForms, joinForms, type Forms } from './noun-forms.ts';
import type frame from './texts/en.json';

/**
 * What every noun says alike is said once, in `resource/texts`. A noun brings its names in the forms that the sentences of a language need
 * (`noun.one`, `noun.many`, its gender …), what is its own, and any sentence that shall read differently for it. What is added and not created
 * says so by its `verb`.
 */
interface SectionTexts {
  noun: { one: string; many: string };
  list: { 'empty-body': string };
}
/** What a question before a deletion says. */
interface DeletionTexts {
  confirm: { 'delete-body': string };
}

type NounWith<Texts> = { [N in NounName]: TextResources[N] extends Texts ? N : never }[NounName];

/** Namespaces of texts of nouns. */
export type NounName = keyof TextResources;
/** Nouns that bring what the frame needs. */
export type SectionName = NounWith<SectionTexts>;
/** The same of nouns whose things are deleted by a call of their own. */
export type MadeName = NounWith<SectionTexts & DeletionTexts>;

/** Sentences of the frame, and those that each noun has to bring. */
export type FrameKey = KeyIn<typeof frame> | 'list.empty-body' | 'confirm.delete-body' | 'confirm.bulk-delete-body';
export type NounText = (key: FrameKey, values?: Readonly<Record<string, unknown>>) => string;

const completed = new WeakMap<object, Forms>();

/** The forms of a noun in the active language. */
function formsOf(noun: string): Forms {
  const { language } = i18next;
  const forms = (i18next.getResource(language, noun, 'noun') ?? {}) as Forms;
  const known = completed.get(forms) ?? completeForms(forms, language);
  completed.set(forms, known);
  return known;
}

/** What has been said of each noun, as long as its texts and those of the frame are the same: a list names some fifty things each time it opens. */
const said = new WeakMap<object, { frame: object; sentences: Map<string, string> }>();

/** A sentence without values, worked out once. */
function once(noun: string, key: string, say: () => string): string {
  const { language } = i18next;
  const own = i18next.getResourceBundle(language, noun) as object | undefined;
  const frame = i18next.getResourceBundle(language, 'resource') as object | undefined;
  // Not all has come yet.
  if (!own || !frame) return say();
  let known = said.get(own);
  if (known?.frame !== frame) said.set(own, (known = { frame, sentences: new Map() }));
  const sentence = known.sentences.get(key) ?? say();
  known.sentences.set(key, sentence);
  return sentence;
}

/** What may be said in place of a sentence, the first that there is: several are deleted as one is. */
const INSTEAD: Partial<Record<FrameKey, FrameKey>> = { 'confirm.bulk-delete-body': 'confirm.delete-body' };

/** A sentence for a noun: its own where it has one, else that of the frame with the noun's forms put in. */
export const nounText = (t: TFunction, noun: string, key: FrameKey, values?: Readonly<Record<string, unknown>>): string =>
  values ? sentenceOf(t, noun, key, values) : once(noun, key, () => sentenceOf(t, noun, key, {}));

function sentenceOf(t: TFunction, noun: string, key: FrameKey, values: Readonly<Record<string, unknown>>): string {
  const forms = formsOf(noun);
  const others = INSTEAD[key];
  const verb = i18next.getResource(i18next.language, noun, 'verb') as string | undefined;
  const context = forms['gender'];
  const say = (...keys: string[]): string =>
    t(keys as ['product'], {
      ...values,
      noun: forms,
      ...(counted !== undefined && { counted }),
      ...(context !== undefined && { context }),
    });
  let counted: string | undefined;
  if ('count' in values) counted = say(`${noun}:counted`, 'resource:counted');
  return joinForms(
    say(
      `${noun}:${key}`,
      ...(others === undefined ? [] : [`${noun}:${others}`]),
      ...(verb === undefined ? [] : [`resource:${verb}.${key}`]),
      `resource:${key}`,
    ),
  );
}

/** The texts of a noun that is not known before: `text('title.list')`. */
export function useNounText(noun: string): NounText {
  const { t } = useTranslation();
  return useCallback((key, values) => nounText(t, noun, key, values), [t, noun]);
}

/**
 * A status in words, however the cloud spells it (`in-use`, `backing_up`, `ACTIVE`), in the noun's own where it has some; an error that has no words of its own is an error, and a
 * newer status than this console knows is named as it came.
 */
export const statusText = (t: TFunction, noun: string, status: string): string =>
  once(noun, `status ${status}`, () => wordFor(t, noun, status));

function wordFor(t: TFunction, noun: string, status: string): string {
  const word = status.toLowerCase().replaceAll('-', '_');
  const words = [word, ...(word.startsWith('error') ? ['error'] : [])];
  const keys: readonly string[] = [`${noun}:status.${word}`, ...words.map((one) => `resource:status.${one}`)];
  const context = formsOf(noun)['gender'];
  return t(keys as ['product'], {
    ...(context !== undefined && { context }),
    defaultValue: t('resource:status-other' as 'product', { status }),
  });
}

/** The same for those who have no translation at hand. */
export function useStatusText(noun: string): (status: string) => string {
  const { t } = useTranslation();
  return useCallback((status: string) => statusText(t, noun, status), [t, noun]);
}
