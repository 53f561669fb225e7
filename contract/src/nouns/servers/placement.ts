/** Groups of nodes that servers are bound to: placements on screens, traits on the wire (decision F23). */
import { z } from 'zod';
import { SERVER_LIMITS } from '../../constants.ts';
import { reference } from '../../wire/reference.ts';
import { requiredTraits } from '../flavors/traits.ts';

/** Each once. A server runs only on nodes that offer all of them. */
export const serverTraits = z
  .array(reference('trait'))
  .max(SERVER_LIMITS.traits, { error: 'too_many' })
  .refine((names) => new Set(names).size === names.length, { error: 'duplicates' });

/** All that a server needs of its node, sorted: what its flavor asks for, what it is bound to itself, and what its image asks for. */
export const neededTraits = (
  extraSpecs: Readonly<Record<string, string>>,
  own: readonly string[] = [],
  ofImage: readonly string[] = [],
): string[] => [...new Set([...requiredTraits(extraSpecs), ...own, ...ofImage])].toSorted();

/** What can be wrong with them. */
export const placementFieldTexts = {
  host_lacks_traits:
    'The node of the virtual machine does not have the placement {traits}. Shelve the virtual machine to assign any placement.',
  node_lacks_traits: 'This node does not have the placement {traits}, which the virtual machine requires.',
};
