/** Turns what zod found into codes for the screen and English texts for scripts (decision B17). */
import type { z } from 'zod';
import { fillText, type CodedText, type TextParams } from '@gantry/contract/wire/errors';

type Issue = z.core.$ZodIssue;
export type Fields = Record<string, CodedText[]>;

const TEXTS: Readonly<Record<string, string>> = {
  required: 'This field is required.',
  unknown: 'This field is not known here.',
  unexpected: 'This call takes no body.',
  type: 'The value must be of type {expected}.',
  choice: 'The value must be one of: {values}.',
  format: 'The value is not of the expected form.',
  text: 'The text holds characters that cannot be stored.',
  too_small: 'The value must be at least {min}.',
  too_large: 'The value must be at most {max}.',
  too_short: 'At least {min} characters are needed.',
  too_long: 'At most {max} characters are allowed.',
  too_few: 'At least {min} entries are needed.',
  too_many: 'At most {max} entries are allowed.',
  duplicates: 'No entry may occur twice.',
  id: 'This is not an id.',
  flag: 'The value must be true or false.',
  whole_number: 'The value must be a whole number.',
  sort_key: 'The list cannot be sorted by this.',
  filter_operator: 'This filter does not take the operator {operator}.',
  system_only: 'Only administrators of the system may use this.',
  control_character: 'Control characters are not allowed.',
  nothing_to_change: 'Give at least one field to change.',
  marker: 'This marker does not belong to this list.',
  unknown_id: 'This does not exist, or you may not use it.',
  flavor_too_small: 'This size is too small: the image needs {ram} MiB of memory.',
  image_not_active: 'This image is not ready for use.',
};

/** The English text of a code of `fields`. */
export const fieldText = ({ code, params }: CodedText): string => fillText(TEXTS[code] ?? 'The value is not valid.', params ?? {});

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
    default:
      return { code: 'format' };
  }
}

/** Path of the field (`network_ids.0`) → what is wrong with it. The whole value is called by `place`. */
export function fieldsOf(issues: readonly Issue[], place: 'path' | 'query' | 'body'): Fields {
  const fields: Fields = {};
  const add = (path: readonly PropertyKey[], text: CodedText): void => {
    (fields[path.length === 0 ? place : path.map(String).join('.')] ??= []).push(text);
  };
  for (const issue of issues) {
    if (issue.code === 'unrecognized_keys') for (const key of issue.keys) add([...issue.path, key], { code: 'unknown' });
    else {
      const found = coded(issue);
      add(issue.path, CODE.test(issue.message) ? { ...found, code: issue.message } : found);
    }
  }
  return fields;
}
