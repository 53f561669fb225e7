/** JSON Schemas of the contract for tests that make values, each written once: a test asks for the same one some hundred times. */
import type { z } from 'zod';
import { jsonSchema } from '@gantry/contract/openapi';

interface Written {
  json: Readonly<Record<string, unknown>>;
  /** Named parts that it refers to. */
  schemas: Readonly<Record<string, unknown>>;
}

const written = new WeakMap<z.ZodType, Written>();

/** The schema of what is sent. */
export function schemaSent(schema: z.ZodType): Written {
  const known = written.get(schema);
  if (known) return known;
  const schemas: Record<string, unknown> = {};
  const made = { json: jsonSchema(schema, 'input', schemas), schemas };
  written.set(schema, made);
  return made;
}
