import { LOCALES, type Locale } from '@gantry/contract/constants';

/** A noun's texts as they stand in its `texts.json`: a tree whose leaves, and its forms, say for each language what stands there. */
export type ManyLanguages = string | { readonly [key: string]: ManyLanguages };

/** The same in one language: what a browser loads, and what keys are typed by. */
export type OneLanguage<T> = T extends { en: infer E }
  ? E
  : T extends object
    ? // A form that English does not have is none of its keys.
      { [K in keyof T as keyof T[K] extends Locale ? ('en' extends keyof T[K] ? K : never) : K]: OneLanguage<T[K]> }
    : T;

const isLanguage = (key: string): boolean => LOCALES.some((locale) => locale === key);

/** `{title: {en: 'Keys', de: 'Schlüssel'}}` → `{title: 'Schlüssel'}`. What a language lacks is absent; what names none is the same in all. */
export function inLanguage(texts: ManyLanguages, language: string): ManyLanguages | undefined {
  if (typeof texts === 'string') return texts;
  const keys = Object.keys(texts);
  if (keys.length > 0 && keys.every(isLanguage)) return texts[language];
  return Object.fromEntries(
    Object.entries(texts).flatMap(([key, below]) => {
      const text = inLanguage(below, language);
      return text === undefined ? [] : [[key, text]];
    }),
  );
}
