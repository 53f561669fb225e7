/** Bounds that zod has no word for. Whatever a body holds has one: what is kept and answered is bounded by them. */
import { z } from 'zod';

/** Member of a JSON Schema that says how many characters a value of any kind may have, written as JSON. */
export const JSON_LENGTH_KEYWORD = 'x-max-json-length';

/** A record of at most `max` entries. */
export const boundedRecord = <K extends z.ZodString, V extends z.ZodType>(key: K, value: V, max: number) =>
  z
    .record(key, value)
    .superRefine((entries, { addIssue }) => {
      if (Object.keys(entries).length > max)
        addIssue({ code: 'too_big', origin: 'array', maximum: max, input: entries, message: 'too_many' });
    })
    .meta({ maxProperties: max });

/** Any JSON, given and written as text of at most `max` characters. */
export const boundedJson = (max: number) =>
  z
    .unknown()
    .superRefine((value, { addIssue }) => {
      if (value === undefined) addIssue({ code: 'custom', message: 'required' });
      else if (JSON.stringify(value).length > max)
        addIssue({ code: 'too_big', origin: 'string', maximum: max, input: value, message: 'too_long' });
    })
    .meta({ [JSON_LENGTH_KEYWORD]: max });
