import { z } from 'zod';
import { id } from './values.ts';

const references = z.registry<{ kind: string; or?: string; held?: boolean }>();

/** Member of a JSON Schema that names the kind an id belongs to. */
export const REFERENCE_KEYWORD = 'x-kind';

/**
 * The id of another resource in a body: `flavor_id: reference('flavor')`. The server refuses ids that the caller does not see, before anything
 * else comes of the call: a foreign id answers exactly as an unknown one (architecture rules 3 and 5).
 */
export function reference(kind: string): typeof id {
  const marked = id.meta({ [REFERENCE_KEYWORD]: kind });
  references.add(marked, { kind });
  return marked;
}

/** The same where what is changed may name it already, which it keeps doing when the other resource is gone. */
export function referenceHeld(kind: string): typeof id {
  const marked = id.meta({ [REFERENCE_KEYWORD]: kind });
  references.add(marked, { kind, held: true });
  return marked;
}

/** The same where one word stands for all resources of the kind: `*`. */
export function referenceOr<T extends z.ZodType<string>>(kind: string, or: string, schema: T): T {
  const marked = schema.meta({ [REFERENCE_KEYWORD]: kind });
  references.add(marked, { kind, or });
  return marked;
}

/** An id found in a body. */
export interface Reference {
  kind: string;
  id: string;
  /** Member that holds it, or the list of them: `flavor_id`, `network_ids`, `ports.network_id`. */
  field: string;
  /** Whether it may be one that what is changed names already. */
  held?: boolean;
}

/** All references of a valid body. */
export function referencesIn(schema: z.ZodType | undefined, body: unknown, field = ''): Reference[] {
  if (!schema || body === undefined || body === null) return [];
  const marked = references.get(schema);
  if (marked)
    return typeof body === 'string' && body !== marked.or
      ? [{ kind: marked.kind, id: body, field, ...(marked.held && { held: true }) }]
      : [];
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return referencesIn(schema.def.innerType as z.ZodType, body, field);
  if (schema instanceof z.ZodArray && Array.isArray(body))
    return body.flatMap((item) => referencesIn(schema.def.element as z.ZodType, item, field));
  if (!(schema instanceof z.ZodObject) || typeof body !== 'object') return [];
  const members = body as Readonly<Record<string, unknown>>;
  return Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(([name, part]) =>
    referencesIn(part, members[name], field === '' ? name : `${field}.${name}`),
  );
}
