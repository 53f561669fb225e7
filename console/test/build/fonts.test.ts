// @vitest-environment node
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readNamespaces } from '../../../tools/check/languages/catalog.ts';
import { root } from '../../../tools/lib/files.ts';
import { readFont, type Font } from './woff2.ts';

const sheet = readFileSync(join(root, 'console/src/app/styles/fonts.css'), 'utf8').replace(/\/\*[^]*?\*\//g, '');
const { resolve } = createRequire(join(root, 'console/src/app/styles/fonts.css'));

interface Face {
  family: string;
  /** `size-adjust` and overrides as parts of 1. */
  size: number;
  ascent: number | undefined;
  descent: number | undefined;
  /** Letters it is used for. */
  holds: (letter: number) => boolean;
  file: string | undefined;
  display: string | undefined;
}

const faces = [...sheet.matchAll(/@font-face\s*\{([^}]*)\}/g)].map(([, body = '']): Face => {
  const value = (name: string): string | undefined => new RegExp(`\\b${name}:\\s*([^;]+);`).exec(body)?.[1]?.trim();
  const part = (name: string): number | undefined => {
    const text = value(name);
    return text === undefined ? undefined : parseFloat(text) / 100;
  };
  const ranges = [...(value('unicode-range') ?? '').matchAll(/U\+([\dA-F]+)-([\dA-F]+)/g)].map(
    ([, first = '', last = '']) => [parseInt(first, 16), parseInt(last, 16)] as const,
  );
  const file = /url\('([^']+)'\)/.exec(body)?.[1];
  return {
    family: value('font-family')?.replaceAll("'", '') ?? '',
    size: part('size-adjust') ?? 1,
    ascent: part('ascent-override'),
    descent: part('descent-override'),
    holds: (letter) => ranges.length === 0 || ranges.some(([first, last]) => first <= letter && letter <= last),
    file: file === undefined ? undefined : resolve(file),
    display: value('font-display'),
  };
});
const fonts = new Map<Face, Font>(faces.flatMap((face) => (face.file === undefined ? [] : [[face, readFont(readFileSync(face.file))]])));
/** The font of a family that has these letters. */
const fontOf = (family: string, letter: string): Font =>
  [...fonts].find(([face]) => face.family === family && face.holds(letter.codePointAt(0)!))![1];
const latin = fontOf('Gantry Text', 'a');
const cyrillic = fontOf('Gantry Text Cyrillic', 'я');
const arabic = fontOf('Gantry Text Arabic', 'ع');
const shown = (letters: Iterable<number>): string => [...letters].map((letter) => String.fromCodePoint(letter)).join(' ');
const missingIn = (font: Font, letters: Iterable<number>): string => shown([...letters].filter((letter) => !font.letters.has(letter)));

/** Has no picture of its own, or comes from the system: Chinese and Japanese, and the arrow of protocols. */
const NOT_OURS = /[\p{Default_Ignorable_Code_Point}\p{Script=Han}→]/u;

/** Names of languages are in each language's own letters. */
const texts = readNamespaces().flatMap(({ name, languages }) =>
  [...languages].flatMap(([language, all]) =>
    [...all].filter(([key]) => name !== 'shell' || !key.startsWith('language.')).map(([, text]) => ({ language, text })),
  ),
);
const byLanguage = Map.groupBy(texts, ({ language }) => language);
/** Letters of a language's texts that a font is asked for. */
const lettersOf = (language: string): Set<number> => {
  const all = new Set((byLanguage.get(language) ?? []).map(({ text }) => text).join(''));
  return new Set([...all].filter((letter) => !NOT_OURS.test(letter)).map((letter) => letter.codePointAt(0)!));
};

it.each(['de', 'en', 'es', 'pt', 'tr'])('the font of Latin letters has every letter of the texts in "%s"', (language) => {
  const letters = lettersOf(language);
  expect(letters.size).toBeGreaterThan(60);
  expect(missingIn(latin, letters)).toBe('');
});

it.each([
  ['ru', cyrillic],
  ['ar', arabic],
])('one font has every letter of the texts in "%s", with Latin ones', (language, font) => {
  const letters = lettersOf(language);
  expect(letters.size).toBeGreaterThan(100);
  expect(missingIn(font, letters)).toBe('');
  expect(sheet).toMatch(
    new RegExp(
      `:root:lang\\(${language}\\) \\{\\s*--pf-t--global--font--family--100: '${font === arabic ? 'Gantry Text Arabic' : 'Gantry Text Cyrillic'}', `,
    ),
  );
});

it('no letter of a text in a language of Latin letters makes a page fetch a second font', () => {
  const further = [...fonts.keys()].filter((face) => face.family === 'Gantry Text' && fonts.get(face) !== latin);
  expect(further).toHaveLength(2);
  for (const language of ['de', 'en', 'es', 'pt', 'tr'])
    expect(shown([...lettersOf(language)].filter((letter) => further.some((face) => face.holds(letter))))).toBe('');
});

it('the fonts have the letters of names in the scripts of the languages, and digits of one width', () => {
  const has = (font: Font, letters: string) =>
    expect(
      missingIn(
        font,
        [...letters].map((one) => one.codePointAt(0)!),
      ),
    ).toBe('');
  has(latin, '0123456789ÄÖÜäöüßẞÇĞİÖŞÜçğıöşüÁÉÍÑÓÚáéíñóúÀÂÃÊÔÕàâãêôõŁłŠšŽžČčŘřŐőŰű€–—…„“”«»');
  for (const font of [cyrillic, arabic])
    has(font, '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÜäöüßÇçÁÉÍÑÓÚáéíñóúÀÂÃÊÔÕàâãêôõ–—…„“”«»');
  has(cyrillic, 'ĞİŞğışŁłŠšŽžČčŘřŐőŰűАБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдеёжзийклмнопрстуфхцчшщъыьэюяІіЇїЄєҐґЎў');
  has(arabic, 'ءآأؤإئابةتثجحخدذرزسشصضطظعغفقكلمنهوىيپچژگک٠١٢٣٤٥٦٧٨٩٪،؛؟');
  for (const font of [latin, cyrillic, arabic]) expect(font.features).toContain('tnum');
});

it('the faces of the family say the same weights, so that each is chosen by its letters alone', () => {
  expect([...new Set(sheet.match(/font-weight: [^;]+/g))]).toEqual(['font-weight: 300 700']);
});

it('text is there before its font: each font that is fetched takes the place of one of the system', () => {
  const fetched = faces.filter(({ file }) => file !== undefined);
  expect(fetched.map(({ family, display }) => [family, display])).toEqual([
    ['Gantry Text', 'swap'],
    ['Gantry Text', 'swap'],
    ['Gantry Text Cyrillic', 'swap'],
    ['Gantry Text', 'swap'],
    ['Gantry Text Arabic', 'swap'],
  ]);
});

it('what stands in for a font is as wide as it, so that no line breaks elsewhere once that is there', () => {
  const standIns = faces.filter(({ file }) => file === undefined);
  const arabicLetter = 'ع'.codePointAt(0)!;
  expect(standIns.map(({ family, size, holds }) => [family, size, holds(arabicLetter) && !holds(65) ? 'Arabic' : 'other'])).toEqual([
    // Widths of all words of the texts at weight 400: Red Hat Text beside Arimo, Vazirmatn beside Noto Sans Arabic.
    ['Gantry Text Fallback', 0.987, 'other'],
    ['Gantry Text Fallback', 0.995, 'Arabic'],
  ]);
});

it('lines are of one height with each font and with what stands in until it is there', () => {
  const { ascent, descent } = latin;
  for (const face of faces.filter((one) => one.ascent !== undefined)) {
    const apart = [1000 * face.size * face.ascent! - ascent, 1000 * face.size * face.descent! - descent].map(Math.abs);
    // Thousandths of the size: what one decimal of a percentage can tell.
    expect(Math.max(...apart), JSON.stringify(face)).toBeLessThan(1);
  }
  expect(faces.filter(({ ascent: own }) => own === undefined).map(({ file }) => file)).toEqual([faces[0]!.file]);
});

it('each font is small enough to come beside the first page: 60 KB at most', () => {
  const sizes = [...new Set([...fonts.keys()].map(({ file }) => file!))].map((file) => readFileSync(file).length);
  expect(sizes).toHaveLength(3);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(60_000);
});
