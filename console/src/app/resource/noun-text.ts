import i18next, { type TFunction } from 'i18next';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { TextResources } from '../i18n/resources.ts';
import type frame from './texts/en.json';

/**
 * What every noun says alike is said once, in `resource/texts`. A noun brings its names in the forms that the sentences of a language need
 * (`noun.one`, `noun.many`, `noun.count_*`, its gender …), what is its own, and any sentence that shall read differently for it.
 */
export interface SectionTexts {
  noun: { one: string; many: string; count_other: string };
  list: { 'empty-body': string };
  confirm: { 'delete-body': string; 'bulk-delete-body': string };
}

/** Namespaces of texts of nouns. */
export type NounName = keyof TextResources;
/** Nouns that bring what the frame needs. */
export type SectionName = { [N in NounName]: TextResources[N] extends SectionTexts ? N : never }[NounName];

type Leaves<T> = T extends string ? '' : { [K in keyof T & string]: T[K] extends string ? K : `${K}.${Leaves<T[K]>}` }[keyof T & string];
/** Sentences of the frame, and those that each noun has to bring. */
type FrameKey = Leaves<typeof frame> | 'list.empty-body' | 'confirm.delete-body' | 'confirm.bulk-delete-body';
export type NounText = (key: FrameKey, values?: Readonly<Record<string, unknown>>) => string;

type Forms = Readonly<Record<string, string>>;
const completed = new WeakMap<object, Forms>();

/** The forms of a noun in the active language, each also with a capital: `One` beside `one`. */
function formsOf(noun: string): Forms {
  const { language } = i18next;
  const forms: Forms = i18next.getResource(language, noun, 'noun') ?? {};
  const known = completed.get(forms);
  if (known) return known;
  const all = Object.entries(forms).flatMap(([form, text]) => [
    [form, text],
    [capital(form, 'en'), capital(text, language)],
  ]);
  const made = Object.fromEntries(all) as Forms;
  completed.set(forms, made);
  return made;
}

const capital = (text: string, language: string): string => text.slice(0, 1).toLocaleUpperCase(language) + text.slice(1);

/** A sentence for a noun: its own where it has one, else that of the frame with the noun's forms put in. */
export function nounText(t: TFunction, noun: string, key: FrameKey, values: Readonly<Record<string, unknown>> = {}): string {
  const forms = formsOf(noun);
  const counted = 'count' in values && t(`${noun}:noun.count` as 'product', { ...values });
  const keys: readonly string[] = [`${noun}:${key}`, `resource:${key}`];
  return t(keys as ['product'], {
    ...values,
    noun: forms,
    ...(counted !== false && { counted }),
    ...(forms['gender'] !== undefined && { context: forms['gender'] }),
  });
}

/** The texts of a noun that is not known before: `text('title.list')`. */
export function useNounText(noun: string): NounText {
  const { t } = useTranslation();
  return useCallback((key, values) => nounText(t, noun, key, values), [t, noun]);
}

/**
 * A status in words, however the cloud spells it (`in-use`, `backing_up`, `ACTIVE`); an error that has no words of its own is an error, and a
 * newer status than this console knows is named as it came.
 */
export function statusText(t: TFunction, noun: string, status: string): string {
  const word = status.toLowerCase().replaceAll('-', '_');
  const keys: readonly string[] = [word, ...(word.startsWith('error') ? ['error'] : [])].map((one) => `resource:status.${one}`);
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
