import { z } from 'zod';
import { patterned } from '../../wire/patterned.ts';
import { EXAMPLE_KEY, publicKey } from '../../wire/public-key.ts';
import { description, displayName } from '../../wire/values.ts';
import { calls } from './entity.ts';

export const keyPairCreateBody = z
  .strictObject({
    /** As compute services take it; unique among the user's own. */
    name: patterned('key_pair_name', displayName.regex(/^(?!\.+$)[\w.@ -]*$/, { error: 'key_pair_name' })),
    public_key: publicKey,
    /** An engine whose cloud keeps none lacks the capability `key_pair.create:description`. */
    description: description.optional(),
  })
  .meta({ id: 'KeyPairCreate', examples: [{ name: 'laptop', public_key: EXAMPLE_KEY }] });
export type KeyPairCreate = z.output<typeof keyPairCreateBody>;

export const keyPairCalls = {
  list: calls.list({ summary: 'Lists the SSH keys of the user; for administrators, those of the domain or of all domains' }),
  create: calls.create({
    summary: 'Adds an SSH key for the user',
    source: 'S2 §2',
    body: keyPairCreateBody,
    options: ['description'],
    errors: ['name_taken', 'quota_exceeded'],
  }),
  read: calls.read({ summary: 'Shows an SSH key', source: 'S2 §2' }),
  delete: calls.delete({ summary: 'Deletes an SSH key. Servers created with it keep it' }),
  bulkDelete: calls.bulkDelete({ summary: 'Deletes several SSH keys, as one task' }),
};
