import type { Pool, PoolMember } from '@gantry/contract/nouns/load-balancer-pools/entity';
import type { MemberDraft } from '../../../parts/load-balancing/pool-draft.ts';

/** A member goes by the name of its server. */
export type MemberRow = PoolMember & { name: string };

/** What is changed of a member. */
export type MemberChange = Partial<Pick<PoolMember, 'weight' | 'enabled'>>;

type Listed = Pick<Pool, 'members'>;

/** Members as they are sent. Addresses that are no server's stay without being named. */
const wantedOf = ({ members }: Listed): MemberDraft[] =>
  members.flatMap(({ server_id: id, address, weight, enabled }) => (id === null ? [] : { server_id: id, address, weight, enabled }));

/** Whether the server of a member is deleted: nothing can be chosen of it, it is only removed. */
const isLost = ({ gone, server_name: name }: PoolMember): boolean => gone && name === null;

/** Members whose servers can be chosen, and the others, which are sent as they are. */
export const choicesOf = ({ members }: Listed): { choices: MemberDraft[]; lost: MemberDraft[] } => ({
  choices: wantedOf({ members: members.filter((one) => !isLost(one)) }),
  lost: wantedOf({ members: members.filter(isLost) }),
});

/** All members, one of them changed. */
export const membersWith = ({ members }: Listed, { id }: Pick<PoolMember, 'id'>, change: MemberChange): MemberDraft[] =>
  wantedOf({ members: members.map((one) => (one.id === id ? { ...one, ...change } : one)) });

/** All members but one. */
export const membersWithout = ({ members }: Listed, { id }: Pick<PoolMember, 'id'>): MemberDraft[] =>
  wantedOf({ members: members.filter((one) => one.id !== id) });
