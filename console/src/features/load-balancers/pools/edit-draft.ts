/** What is changed of a pool in its own form; members, the check of their health and who may connect have windows of their own. */
import { poolUpdateBody, type PoolUpdate } from '@gantry/contract/nouns/load-balancer-pools/bodies';
import type { Pool } from '@gantry/contract/nouns/load-balancer-pools/entity';
import { z } from 'zod';
import { headersOf, kindOf, newTls, offersOf, tlsOf, type PoolDraft } from '../../../parts/load-balancing/pool-draft.ts';

/** What is typed. The certificate is only asked for where it is to be another. */
export type EditDraft = Pick<
  PoolDraft,
  'name' | 'description' | 'lb_algorithm' | 'sticky_session' | 'connection_limit' | 'insert_headers' | 'tls'
> & { replaces_tls: boolean };

export const editDraftOf = (pool: Pool): EditDraft => ({
  name: pool.name,
  description: pool.description ?? '',
  lb_algorithm: pool.lb_algorithm ?? undefined,
  sticky_session: pool.sticky_session,
  connection_limit: pool.connection_limit,
  insert_headers: pool.insert_headers,
  tls: newTls(),
  replaces_tls: false,
});

/** Whether the pool will ask clients for certificates. */
export const asksClients = (pool: Pool, { replaces_tls: replaces, tls }: Pick<EditDraft, 'replaces_tls' | 'tls'>): boolean =>
  replaces ? Boolean(tls?.client_ca) : pool.client_ca !== null;

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Turns what is typed into what has changed of it. */
export const editSchema = (pool: Pool): z.ZodType<PoolUpdate, EditDraft> => {
  const offers = offersOf(kindOf(pool));
  const bodyOf = (draft: EditDraft) => ({
    name: draft.name,
    description: draft.description,
    lb_algorithm: draft.lb_algorithm,
    connection_limit: draft.connection_limit ?? Number.NaN,
    ...(offers.sticky && { sticky_session: draft.sticky_session }),
    ...(offers.headers && { insert_headers: headersOf(draft.insert_headers, asksClients(pool, draft)) }),
  });
  return z
    .custom<EditDraft>()
    .transform((draft): unknown => {
      const before: Readonly<Record<string, unknown>> = bodyOf(editDraftOf(pool));
      const changed = Object.entries(bodyOf(draft)).filter(([name, value]) => !isSame(value, before[name]));
      return { ...Object.fromEntries(changed), ...(draft.replaces_tls && draft.tls && { tls: tlsOf(draft.tls) }) };
    })
    .pipe(poolUpdateBody as z.ZodType<PoolUpdate, unknown>);
};
