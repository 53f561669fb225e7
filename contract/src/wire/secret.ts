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

/** Whether a schema was made by `secret()`; what may be absent is none the less secret. */
const isSecret = (schema: z.ZodType): boolean =>
  secrets.has(schema) ||
  ((schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) &&
    isSecret(schema.def.innerType as z.ZodType));

/** A copy of a body in which every secret field is replaced by `***`, for logs and audit. */
export function withoutSecrets(schema: z.ZodType | undefined, body: unknown): unknown {
  if (!schema || body === null || typeof body !== 'object') return body;
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return withoutSecrets(schema.def.innerType as z.ZodType, body);
  if (!(schema instanceof z.ZodObject)) return body;
  const shape = schema.shape as Record<string, z.ZodType>;
  return Object.fromEntries(
    Object.entries(body).map(([key, value]) => {
      const field = shape[key];
      return [key, field && isSecret(field) ? '***' : withoutSecrets(field, value)];
    }),
  );
}
