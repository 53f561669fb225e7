import { z } from 'zod';
import { BULK_MAX } from '../constants.ts';
import { patterned } from './patterned.ts';
import { isHonest, isVisible } from './visible.ts';

/** An instant in UTC, ISO 8601 with `Z`. */
export const instant = z.iso.datetime();

/** An id in a path or a body: opaque, without slash, at most 128 characters. */
export const id = patterned(
  'id',
  z
    .string()
    .min(1, { error: 'required' })
    .max(128, { error: 'too_long' })
    .regex(/^[\w.:@-]+$/, { error: 'id' }),
);

/**
 * What people call resources: trimmed, 1 to 255 characters, none of them a control or invisible. Kept composed (NFC), as two ways to write the
 * same letters are one name.
 */
export const displayName = patterned(
  'name',
  z
    .string()
    .trim()
    .normalize('NFC')
    .min(1, { error: 'required' })
    .max(255, { error: 'too_long' })
    .regex(/^[^\p{Cc}]*$/u, { error: 'control_character' })
    .refine(isVisible, { error: 'invisible_character' }),
);

/** What number `copy` (from 1) of several alike is called: `web` → `web-1`. */
export const numbered = (name: string, copy: number): string => `${name}-${copy}`;

/** An email address, or nothing: whoever needs one says so besides. Only who writes to it finds out whether it is good. */
export const emailText = z
  .string()
  .trim()
  .max(255, { error: 'too_long' })
  .regex(/^(?:[^\s@]+@[^\s@]+)?$/, { error: 'email' });

export const description = patterned(
  'description',
  z.string().trim().max(1024, { error: 'too_long' }).refine(isHonest, { error: 'invisible_character' }),
);

/**
 * Members of a resource whose values cannot be read: an empty or neutral value stands in the place of each. Of one that a cloud describes otherwise
 * than its API promises they have the cloud's own names. Absent where there are none.
 */
export const unreadable = z.array(z.string()).optional();

/** Members that each resource has: its id, what people call it, and the number of its last change. */
export const identified = { id: z.string(), name: z.string(), revision: z.number().int(), unreadable };

/** Ids of a bulk call: at least one, each once. */
export const ids = z
  .array(id)
  .min(1, { error: 'required' })
  .max(BULK_MAX, { error: 'too_many' })
  .refine((list) => new Set(list).size === list.length, { error: 'duplicates' });

/** The answer of whatever goes on after the answer. `id` is the resource that is changed or made. */
export const accepted = z.object({ task_id: z.string(), id: z.string().nullable() }).meta({ id: 'Accepted' });

/** The answer of a call that has nothing to say (204). */
export const nothing = z.null();
