import { z } from 'zod';

const secrets = z.registry<{ secret: true }>();

/**
 * Marks a field as secret: encrypted at rest, absent from logs, audit and answers (architecture rule 15).
 * Use it in bodies only; an answer that hands out a secret once says so at its call.
 */
export function secret<T extends z.ZodType>(schema: T): T {
  const marked = schema.meta({ format: 'password', writeOnly: true }) as T;
  secrets.add(marked, { secret: true });
  return marked;
}

/** What a schema that only wraps another one says of what is inside; undefined for one that wraps none. */
function unwrapped(schema: z.ZodType): z.ZodType | undefined {
  if (schema instanceof z.ZodPipe) return schema.def.in as z.ZodType;
  if (schema instanceof z.ZodLazy) return schema.def.getter() as z.ZodType;
  const wraps =
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodExactOptional ||
    schema instanceof z.ZodNonOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodCatch ||
    schema instanceof z.ZodReadonly;
  return wraps ? ((schema.def as { innerType: unknown }).innerType as z.ZodType) : undefined;
}

/** Whether a schema was made by `secret()`; what may be absent is none the less secret. */
function isSecret(schema: z.ZodType): boolean {
  if (secrets.has(schema)) return true;
  const inner = unwrapped(schema);
  return inner !== undefined && isSecret(inner);
}

/** A copy of a body in which every secret field, at whatever depth, is replaced by `***`, for logs and audit. */
export function withoutSecrets(schema: z.ZodType | undefined, body: unknown): unknown {
  if (!schema || body === null || body === undefined) return body;
  if (isSecret(schema)) return '***';
  const inner = unwrapped(schema);
  if (inner) return withoutSecrets(inner, body);
  // What one of the alternatives calls a secret is none of anybody's business, whichever it was.
  if (schema instanceof z.ZodUnion)
    return (schema.def.options as z.ZodType[]).reduce<unknown>((shown, one) => withoutSecrets(one, shown), body);
  if (schema instanceof z.ZodIntersection)
    return withoutSecrets(schema.def.right as z.ZodType, withoutSecrets(schema.def.left as z.ZodType, body));
  if (Array.isArray(body)) return withoutSecretsInList(schema, body);
  if (typeof body !== 'object') return body;
  const partOf = membersOf(schema);
  return Object.fromEntries(Object.entries(body).map(([key, value]) => [key, withoutSecrets(partOf(key), value)]));
}

function withoutSecretsInList(schema: z.ZodType, list: readonly unknown[]): unknown[] {
  if (schema instanceof z.ZodArray) return list.map((item) => withoutSecrets(schema.def.element as z.ZodType, item));
  if (!(schema instanceof z.ZodTuple)) return [...list];
  const { items, rest } = schema.def as { items: readonly unknown[]; rest: unknown };
  return list.map((item, index) => withoutSecrets((items[index] ?? rest ?? undefined) as z.ZodType | undefined, item));
}

/** What a schema says of each member of an object. */
function membersOf(schema: z.ZodType): (name: string) => z.ZodType | undefined {
  if (schema instanceof z.ZodRecord) return () => schema.def.valueType as z.ZodType;
  if (!(schema instanceof z.ZodObject)) return () => undefined;
  const shape = schema.shape as Record<string, z.ZodType>;
  return (name) => (Object.hasOwn(shape, name) ? shape[name] : undefined);
}
