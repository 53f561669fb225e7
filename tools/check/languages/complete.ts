import { DEFAULT_LOCALE, LOCALES } from '@gantry/contract/constants';
import type { Namespace, Texts } from './catalog.ts';

const PLURAL = /^(.+)_(zero|one|two|few|many|other)$/;

/** Keys without their plural form; a key counts as plural when the default language has its `_other`. */
export function splitKeys(keys: Iterable<string>, plurals: ReadonlySet<string>): { plain: Set<string>; forms: Map<string, Set<string>> } {
  const plain = new Set<string>();
  const forms = new Map<string, Set<string>>();
  for (const key of keys) {
    const [, base, form] = PLURAL.exec(key) ?? [];
    if (base === undefined || form === undefined || !plurals.has(base)) plain.add(key);
    else forms.set(base, (forms.get(base) ?? new Set()).add(form));
  }
  return { plain, forms };
}

/** Keys that change with a number, by what the default language says. */
export const pluralKeys = (texts: Texts): Set<string> =>
  new Set([...texts.keys()].filter((key) => key.endsWith('_other')).map((key) => key.slice(0, -'_other'.length)));

const placesOf = (text: string): Set<string> => new Set([...text.matchAll(/\{\{-?\s*(\w+)[^}]*\}\}/g)].map((match) => match[1] ?? ''));

/** Names of a noun in the forms that its language needs, and sentences for nouns of one gender: each language has its own. */
const isForm = (key: string): boolean => key.startsWith('noun.');
const ofGender = /^(.+)_[mfn](_(?:zero|one|two|few|many|other))?$/;

/** Forms of a noun that the sentences of the frame ask for in a language: `one` for `{{noun.One}}`. */
const formsIn = (frame: Texts): Set<string> =>
  new Set(
    [...frame.values()].flatMap((text) =>
      [...text.matchAll(/\{\{noun\.(\w)(\w*)\}\}/g)].map(([, first = '', rest = '']) => first.toLowerCase() + rest),
    ),
  );

/**
 * What is missing, superfluous or empty in the languages of a namespace, measured against the default language. `frame`: what all nouns say
 * alike, whose sentences a noun may have of its own in any language.
 */
export function incompleteTexts({ folder, languages }: Namespace, frame?: Namespace): string[] {
  const original = languages.get(DEFAULT_LOCALE);
  if (!original) return [`${folder}: ${DEFAULT_LOCALE}.json is missing`];
  const plurals = pluralKeys(original);
  const wanted = splitKeys(original.keys(), plurals);
  const unknown = [...languages.keys()].filter((name) => !LOCALES.some((locale) => locale === name));
  return [
    ...unknown.map((name) => `${folder}/${name}.json is no language of the product`),
    ...LOCALES.flatMap((locale) => {
      const texts = languages.get(locale);
      if (!texts) return [`${folder}/${locale}.json is missing`];
      return complaintsOf(texts, locale).map((complaint) => `${folder}/${locale}.json: ${complaint}`);
    }),
  ];

  function isFree(key: string, texts: Texts, locale: string): boolean {
    const [, base, form = ''] = ofGender.exec(key) ?? [];
    // `command.key_pair.delete` instead of `command.delete`.
    const said = key.replace(/^command\.\w+\./, 'command.');
    const isSaidByAll = [DEFAULT_LOCALE, locale].some((language) => frame?.languages.get(language)?.has(said));
    return isForm(key) || (base !== undefined && texts.has(base + form)) || isSaidByAll;
  }

  function complaintsOf(texts: Texts, locale: string): string[] {
    const forms = original?.has('noun.one') ? formsIn(frame?.languages.get(locale) ?? new Map()) : [];
    const found = splitKeys(texts.keys(), plurals);
    const categories = new Set<string>(new Intl.PluralRules(locale).resolvedOptions().pluralCategories);
    const missingForms = [...wanted.forms.keys()].flatMap((base) =>
      [...categories.difference(found.forms.get(base) ?? new Set())].map((form) => `${base}_${form} is missing`),
    );
    const strangeForms = [...found.forms].flatMap(([base, forms]) =>
      [...forms.difference(categories)].map((form) => `${base}_${form} is a form this language does not have`),
    );
    return [
      ...[...forms].filter((form) => !texts.has(`noun.${form}`)).map((form) => `noun.${form} is missing`),
      ...[...wanted.plain.difference(found.plain)].filter((key) => !isFree(key, texts, locale)).map((key) => `${key} is missing`),
      ...[...found.plain.difference(wanted.plain)]
        .filter((key) => !isFree(key, texts, locale))
        .map((key) => `${key} is not in ${DEFAULT_LOCALE}.json`),
      ...missingForms,
      ...strangeForms,
      ...[...texts].flatMap(([key, text]) => wrongText(key, text, locale)),
    ];
  }

  function wrongText(key: string, text: string, locale: string): string[] {
    if (text.trim() === '') return [`${key} is empty`];
    const base = PLURAL.exec(key)?.[1];
    const plural = base !== undefined && plurals.has(base);
    const source = original?.get(plural ? `${base}_other` : key);
    if (source === undefined) return [];
    const [has, needs] = [placesOf(text), placesOf(source)];
    // Forms for one or two things may say the number in words.
    if (plural) needs.delete('count');
    const wrong = [...needs.difference(has), ...has.difference(placesOf(source))].map((place) => `${key}: {{${place}}} does not match`);
    const untranslated = locale !== DEFAULT_LOCALE && text === source && text.split(/\s+/).length >= 4;
    return untranslated ? [...wrong, `${key} is still English`] : wrong;
  }
}
