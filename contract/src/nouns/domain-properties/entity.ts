import { z } from 'zod';
import { boundedJson } from '../../wire/bounded.ts';
import { patterned } from '../../wire/patterned.ts';

/** Who may read a property: everyone, also without a session, or who works in its domain (S0 §3). */
const access = z.enum(['pub', 'auth']);
/** Most characters of a value's JSON. */
const VALUE_LENGTH = 16_384;

/** Most properties of one domain. */
export const PROPERTIES_PER_DOMAIN = 64;

/** Most bytes that the values of one domain have together, written as JSON. */
export const PROPERTIES_BYTES = 256 * 1024;

/** What a domain property is called: letters, digits and `_ . : @ -`, as ids. */
export const propertyKey = patterned(
  'property_key',
  z
    .string()
    .min(1, { error: 'required' })
    .max(128, { error: 'too_long' })
    .regex(/^[\w.:@-]+$/),
);

/** A property as readers get it (S0 §3); `data` is the value once more, under the name that writers use (decision B9). */
export const domainProperty = z
  .object({ domain_id: z.string(), key: z.string(), value: z.unknown(), data: z.unknown(), access })
  .meta({ id: 'DomainProperty' });
export type DomainProperty = z.infer<typeof domainProperty>;

const data = patterned('json', boundedJson(VALUE_LENGTH));

export const propertyWriteBody = z
  .strictObject({ data, access })
  .meta({ id: 'DomainPropertyWrite', examples: [{ data: { productName: 'Acme Cloud' }, access: 'pub' }] });

export const propertyCreateBody = z
  .strictObject({ key: propertyKey, data, access })
  .meta({ id: 'DomainPropertyCreate', examples: [{ key: 'theme', data: { productName: 'Acme Cloud' }, access: 'pub' }] });
