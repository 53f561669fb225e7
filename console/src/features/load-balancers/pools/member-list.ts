import type { Pool, PoolMember } from '@gantry/contract/nouns/load-balancer-pools/entity';
import type { MemberDraft } from '../../../parts/load-balancing/pool-draft.ts';

/** A member goes by the name of its server. */
export type MemberRow = PoolMember & { name: string };

/** What is changed of a member. */
export type MemberChange = Partial<Pick<PoolMember, 'weight' | 'enabled'>>;

type Listed = Pick<Pool, 'members'>;

/** Members as they are sent. One whose server is deleted can no longer be named: it goes with the next change. */
export const wantedOf = ({ members }: Listed): MemberDraft[] =>
  members.flatMap(({ server_id: id, address, weight, enabled, gone, server_name: name }) =>
    id === null || (gone && name === null) ? [] : { server_id: id, address, weight, enabled },
  );

/** All members, one of them changed. */
export const membersWith = ({ members }: Listed, { id }: Pick<PoolMember, 'id'>, change: MemberChange): MemberDraft[] =>
  wantedOf({ members: members.map((one) => (one.id === id ? { ...one, ...change } : one)) });

/** All members but one. */
export const membersWithout = ({ members }: Listed, { id }: Pick<PoolMember, 'id'>): MemberDraft[] =>
  wantedOf({ members: members.filter((one) => one.id !== id) });
