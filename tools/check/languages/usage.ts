import type { Namespace } from './catalog.ts';
import { pluralKeys, splitKeys } from './complete.ts';
import { DEFAULT_LOCALE } from '@gantry/contract/constants';

/** Every string and template in a source, templates with `*` where a value is put in. */
export function literalsOf(source: string): string[] {
  const plain = [...source.matchAll(/'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"/g)].map((match) => match[1] ?? match[2] ?? '');
  const templates = [...source.matchAll(/`((?:[^`\\]|\\.)*)`/g)].map((match) => (match[1] ?? '').replace(/\$\{[^}]*\}/g, '*'));
  return [...plain, ...templates];
}

/** Keys of the default language that no source mentions, whole or through a template. */
export function unusedKeys({ name, folder, languages }: Namespace, literals: ReadonlySet<string>): string[] {
  const texts = languages.get(DEFAULT_LOCALE);
  if (!texts) return [];
  const { plain, forms } = splitKeys(texts.keys(), pluralKeys(texts));
  const patterns = [...literals].filter(saysEnough).map(asPattern);
  return (
    [...plain, ...forms.keys()]
      .filter((key) => !literals.has(key) && !literals.has(`${name}:${key}`))
      // The forms of a noun's name are put into the sentences of the frame.
      .filter((key) => !key.startsWith('noun.'))
      // Menu entries name their label without the place it stands in.
      .filter((key) => !key.startsWith('menu.') || !literals.has(key.slice('menu.'.length)))
      .filter((key) => !patterns.some((pattern) => pattern.test(key) || pattern.test(`${name}:${key}`)))
      .map((key) => `${folder}: ${key} is not used`)
  );
}

/** A template counts only with a fixed part that looks like a key: `errors.*`, not `*.*`. */
const saysEnough = (literal: string): boolean =>
  /^[\w:.*-]+$/.test(literal) && literal.includes('*') && /[a-z]\w+[.:_]|[.:_]\w*[a-z]\w/i.test(literal);

const asPattern = (literal: string): RegExp =>
  new RegExp(
    `^${literal
      .split('*')
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('[^:]+')}$`,
  );
