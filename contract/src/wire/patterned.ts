import type { z } from 'zod';
import type { PatternName } from './patterns.ts';

/** Member of a JSON Schema that names the pattern of a text field. */
export const PATTERN_KEYWORD = 'x-pattern';

/**
 * Says which pattern a text field follows: the tables of the API's description come from it. What the schema refuses it refuses itself; a
 * test holds both against each other. What is derived from it follows the same, unless it is marked anew.
 */
export const patterned = <T extends z.ZodType>(name: PatternName, schema: T): T => schema.meta({ [PATTERN_KEYWORD]: name }) as T;
