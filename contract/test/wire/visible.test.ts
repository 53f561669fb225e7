import { describe, expect, it } from 'vitest';
import { description, displayName } from '../../src/wire/values.ts';

const takesName = (text: string): boolean => displayName.safeParse(text).success;
const takesDescription = (text: string): boolean => description.safeParse(text).success;
/** Every sign of Unicode that JavaScript knows to have these properties. */
const all = (property: RegExp): string[] =>
  Array.from({ length: 0x110000 }, (_, code) => code)
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => String.fromCodePoint(code))
    .filter((sign) => property.test(sign));

describe('a name', () => {
  it('a name has no control, no format character and no line separator in it, wherever it stands', () => {
    for (const sign of all(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u))
      for (const text of [`a${sign}b`, `名${sign}前`, `1${sign}2`])
        expect(takesName(text), `U+${sign.codePointAt(0)?.toString(16)} in ${JSON.stringify(text)}`).toBe(false);
  });

  it('a name is kept composed, however it is typed, and counted so', () => {
    for (const name of ['caf\u00e9', '\u1ea4', '\uac00', '\u30ac']) expect(displayName.parse(` ${name.normalize('NFD')}`)).toBe(name);
    expect(displayName.parse('e\u0301'.repeat(255))).toBe('\u00e9'.repeat(255));
    expect(takesName('e\u0301'.repeat(256))).toBe(false);
  });

  it('a text of blanks and invisible characters only is no name', () => {
    for (const sign of all(/[\p{Default_Ignorable_Code_Point}\p{Z}\u2800]/u))
      for (const text of [sign, sign.repeat(3), ` ${sign} `]) expect(takesName(text), JSON.stringify(text)).toBe(false);
  });

  it('a name takes joiners where its script is written with them, and nowhere else', () => {
    for (const text of ['می\u200Cخواهم', 'क्\u200Dष', 'ශ්\u200Dරී', '👩\u200D💻', '❤\uFE0F\u200D🔥', '👩🏽\u200D🔬'])
      expect(takesName(text), text).toBe(true);
    for (const text of ['ad\u200Dmin', 'ad\u200Cmin', '\u200Dweb', 'web\u200C', 'می\u200C', '名\u200D前', '1\u200D2', 'و\u200C\u200Cو'])
      expect(takesName(text), JSON.stringify(text)).toBe(false);
  });

  it('a name takes what people write in any language, accents and emoji included', () => {
    for (const text of [
      'größe',
      'e\u0301te\u0301',
      'サーバー 1',
      '服务器',
      'خادم 1',
      'שרת',
      'सर्वर',
      '서버',
      'a\u00A0b',
      '葛\u{E0100}城',
      '❤\uFE0F',
      '🇩🇪',
    ])
      expect(takesName(text), text).toBe(true);
  });
});

describe('a description', () => {
  it('a description has line ends, tabs and marks of direction, and no other control or format character', () => {
    for (const text of ['two\nlines', 'two\r\nlines', 'a\tb', 'abc \u200Fשרת\u200F 1', 'Donau\u00ADdampf', 'می\u200Cخواهم', '👩\u200D💻'])
      expect(takesDescription(text), JSON.stringify(text)).toBe(true);
    const taken = new Set('\t\n\r\u00AD\u061C\u200C\u200D\u200E\u200F');
    for (const sign of all(/[\p{Cc}\p{Cf}]/u)) expect(takesDescription(`a${sign}b`), JSON.stringify(sign)).toBe(taken.has(sign));
  });
});
