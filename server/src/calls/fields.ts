/** Turns what zod found into codes for the screen and English texts for scripts (decision B17). */
import type { z } from 'zod';
import { fieldTexts } from '@gantry/contract';
import { fillText, type CodedText, type TextParams } from '@gantry/contract/wire/errors';

export type Issue = z.core.$ZodIssue;
export type Fields = Record<string, CodedText[]>;

/** Field names come from the caller: without a prototype, `toString` and `__proto__` are names like any other. */
export const noFields = (): Fields => Object.create(null) as Fields;

/** The English text of a code of `fields`. */
export const fieldText = ({ code, params }: CodedText): string => fillText(fieldTexts[code] ?? 'The value is not valid.', params ?? {});

const CODE = /^[a-z][a-z_]*$/;
const SIZES: Readonly<Record<string, readonly [low: string, high: string]>> = {
  string: ['too_short', 'too_long'],
  array: ['too_few', 'too_many'],
  set: ['too_few', 'too_many'],
};

function coded(issue: Issue): { code: string; params?: TextParams } {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? { code: 'required' } : { code: 'type', params: { expected: issue.expected } };
    case 'too_small':
      return { code: SIZES[issue.origin]?.[0] ?? 'too_small', params: { min: Number(issue.minimum) } };
    case 'too_big':
      return { code: SIZES[issue.origin]?.[1] ?? 'too_large', params: { max: Number(issue.maximum) } };
    case 'invalid_value':
      return { code: 'choice', params: { values: issue.values.map(String).join(', ') } };
    case 'custom':
      return { code: 'format', ...(issue.params && { params: issue.params as TextParams }) };
    default:
      return { code: 'format' };
  }
}

/** Mistakes that are told at once, and characters of a field's name: whoever sends more of either gets no longer answer. */
const MISTAKES = 100;
const NAME_LENGTH = 255;

/** Path of the field (`network_ids.0`) → what is wrong with it, of the first mistakes. The whole value is called by `place`. */
export function fieldsOf(issues: Iterable<Issue>, place: 'path' | 'query' | 'body'): Fields {
  const fields = noFields();
  let reported = 0;
  const add = (path: readonly PropertyKey[], text: CodedText): void => {
    reported += 1;
    if (reported > MISTAKES) return;
    const name = path.length === 0 ? place : path.map(String).join('.').slice(0, NAME_LENGTH);
    (fields[name] ??= []).push(text);
  };
  for (const issue of issues) {
    if (reported >= MISTAKES) break;
    if (issue.code === 'unrecognized_keys') for (const key of issue.keys) add([...issue.path, key], { code: 'unknown' });
    else {
      const found = coded(issue);
      add(issue.path, CODE.test(issue.message) ? { ...found, code: issue.message } : found);
    }
  }
  return fields;
}
