import { z } from 'zod';
import type { Api } from './api.ts';
import { instantText } from './items.ts';

/** Lowest version in which the key pairs of another user can be asked for. */
export const OF_USERS = '2.10';

const listed = z.object({ name: z.string(), public_key: z.string(), fingerprint: z.string() });
/** A key pair as a listing has it. */
export type ListedKeyPair = z.infer<typeof listed>;

const keyPair = listed.extend({ user_id: z.string(), created_at: instantText });
export type NovaKeyPair = z.infer<typeof keyPair>;

export const keyPairPath = (name: string): string => `/os-keypairs/${encodeURIComponent(name)}`;

/** All key pairs of one user; there is no listing of everybody's. */
export async function listKeyPairs(api: Api, userId: string): Promise<{ keyPairs: ListedKeyPair[]; requestId: string | undefined }> {
  const answer = await api.ask('compute', {
    path: '/os-keypairs',
    needs: OF_USERS,
    query: { user_id: userId },
    answer: z.object({ keypairs: z.array(z.object({ keypair: listed })) }),
  });
  return { keyPairs: answer.body.keypairs.map(({ keypair }) => keypair), requestId: answer.requestId };
}

export async function getKeyPair(api: Api, userId: string, name: string): Promise<NovaKeyPair> {
  const answer = await api.ask('compute', {
    path: keyPairPath(name),
    needs: OF_USERS,
    query: { user_id: userId },
    answer: z.object({ keypair: keyPair }),
  });
  return answer.body.keypair;
}
