import { floatingIpBody } from '@gantry/contract/nouns/floating-ips/bodies';
import { FLOATING_IP_QUOTA } from '@gantry/contract/nouns/floating-ips/quota';
import { z } from 'zod';
import { targetOf } from '../../parts/networks/spot-field.tsx';
import { creationSide } from '../../parts/quotas/creation-side.tsx';

/** A floating IP as it is typed. */
interface FloatingIpDraft {
  floating_network_id: string | undefined;
  floating_ip_address: string;
  description: string;
  /** Where it leads to at once; undefined: nowhere. */
  assign: string | undefined;
}

const schema = z
  .custom<FloatingIpDraft>()
  .superRefine(({ floating_network_id: network }, { addIssue }) => {
    if (network === undefined) addIssue({ code: 'custom', path: ['floating_network_id'], message: 'required' });
  })
  .transform(({ floating_network_id: network = '', floating_ip_address: ip, description, assign }): z.input<typeof floatingIpBody> => ({
    floating_network_id: network,
    description,
    ...(ip.trim() !== '' && { floating_ip_address: ip.trim() }),
    ...(assign !== undefined && { assign: targetOf(assign) }),
  }))
  .pipe(floatingIpBody);

const empty: FloatingIpDraft = { floating_network_id: undefined, floating_ip_address: '', description: '', assign: undefined };

/** Takes an address of an external network, and lets it lead somewhere where that is wanted. */
export const creation = { schema, empty, side: creationSide('floating-ips', FLOATING_IP_QUOTA) };
