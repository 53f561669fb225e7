/** What the network service says no to, as people see it: at the field that is wrong, or with the reason. */
import { z } from 'zod';
import { no } from '@gantry/contract/wire/rule-result';
import { GantryError, type CodedText } from '@gantry/contract/wire/errors';
import { ServiceError } from '../../../engines/openstack/client/errors.ts';
import type { Parts } from '../../../engines/openstack/commands/parts.ts';

interface Meaning {
  words: RegExp;
  /** Where the subnet's members stand is put before those of a subnet. */
  field: string;
  of: 'network' | 'subnet';
  problem(match: RegExpExecArray, cidr: string): CodedText;
}

/** Words of Neutron, which tells the kind of a refusal only in them. */
const FIELDS: readonly Meaning[] = [
  { words: /\bVLAN \d+ on physical network .* is in use/i, of: 'network', field: 'vlan_id', problem: () => ({ code: 'vlan_taken' }) },
  {
    words: /physical network .* is in use/i,
    of: 'network',
    field: 'physical_network',
    problem: () => ({ code: 'physical_network_taken' }),
  },
  { words: /physical_network .* unknown/i, of: 'network', field: 'physical_network', problem: () => ({ code: 'unknown_id' }) },
  {
    words: /MTU is too big, maximum is (\d+)/i,
    of: 'network',
    field: 'mtu',
    problem: ([, max]) => ({ code: 'too_large', params: { max: Number(max) } }),
  },
  {
    words: /overlaps with another subnet/i,
    of: 'subnet',
    field: 'cidr',
    problem: (_match, cidr) => ({ code: 'subnet_overlaps', params: { cidr } }),
  },
  { words: /gateway ip .* (already )?in use/i, of: 'subnet', field: 'gateway_ip', problem: () => ({ code: 'gateway_taken' }) },
  {
    words: /gateway (is not valid|ip .* (conflicts|invalid))/i,
    of: 'subnet',
    field: 'gateway_ip',
    problem: (_match, cidr) => ({ code: 'gateway_outside', params: { cidr } }),
  },
];

/** Addresses of it are taken, by servers or by what else the service attaches. */
const IN_USE: readonly (readonly [RegExp, CodedText])[] = [
  [/ports? (still in use on the network|.*network .* in use)/i, no('network_in_use')],
  [/ports? have an IP allocation from this subnet/i, no('subnet_in_use')],
  [/subnet \S+ is used by (VPNService|endpoint group|IPsec)/i, no('still_used_by_vpn_connection', { count: 1, names: '' })],
  [/RBAC policy .* cannot be removed because other objects depend on it/i, no('network_access_in_use')],
];

/** Where a refused subnet stands in the body (`subnets.0.`), and its network's address. */
export interface SubnetPlace {
  at: string;
  cidr: string;
}

/** The meaning of a refusal; undefined where its own words must do. */
export function refusalOf(error: unknown, { at, cidr }: SubnetPlace = { at: '', cidr: '' }): GantryError | undefined {
  if (!(error instanceof ServiceError) || error.httpStatus < 400 || error.httpStatus >= 500) return undefined;
  const { detail = '', requestId } = error;
  const answer = { detail, ...(requestId !== undefined && { requestId }), cause: error };
  if (/network_type value .* not supported/i.test(detail)) return new GantryError('not_supported', answer);
  const reason = IN_USE.find(([words]) => words.test(detail))?.[1];
  if (reason !== undefined) return new GantryError('state_conflict', { ...answer, reason });
  for (const { words, of, field, problem } of FIELDS) {
    const match = words.exec(detail);
    if (match)
      return new GantryError('validation_failed', {
        ...answer,
        fields: { [of === 'subnet' ? `${at}${field}` : field]: [problem(match, cidr)] },
      });
  }
  return undefined;
}

/** The same as a rejection, for what is asked. */
export const meaningOf =
  (place?: SubnetPlace) =>
  (error: unknown): never => {
    throw refusalOf(error, place) ?? error;
  };

const ports = z.object({ ports: z.array(z.object({ id: z.string() })) });

/** The same for deletions: with the number of what is attached, by the query that finds it (`network_id`). */
export const attachedTo =
  ({ api }: Parts, query: Readonly<Record<string, string>>) =>
  async (error: unknown): Promise<never> => {
    const refusal = refusalOf(error);
    if (!refusal?.reason) throw refusal ?? error;
    const { detail, requestId, reason } = refusal;
    const { body } = await api.ask('network', { path: '/ports', query: { ...query, fields: 'id' }, answer: ports });
    throw new GantryError('state_conflict', {
      reason: { ...reason, params: { count: body.ports.length } },
      ...(detail !== undefined && { detail }),
      ...(requestId !== undefined && { requestId }),
      cause: error,
    });
  };
