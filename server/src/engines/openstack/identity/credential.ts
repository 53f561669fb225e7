import { z } from 'zod';
import { GantryError } from '@gantry/contract/wire/errors';
import type { Credential } from '../../../port/engine.ts';
import type { UserToken } from '../client/api.ts';
import { isUnknown } from '../client/errors.ts';
import { rescope, type Keystone, type Token } from '../client/tokens.ts';

const shape = z.object({
  /** Token without scope: enters further scopes. */
  unscoped: z.string(),
  /** Token of the chosen scope; null for the session itself. */
  token: z.string().nullable(),
  /** Project of that token; null for domain and system tokens. */
  projectId: z.string().nullable(),
  /** Whether the token is good for the whole cloud. */
  cloud: z.boolean(),
});
/** What proves a user to OpenStack, as it is kept with session and scope. */
export type UserCredential = z.infer<typeof shape>;

/** Throws reauth_required where there is none: the session has ended or was made by another engine. */
export function credentialOf(credential: Credential): UserCredential {
  const parsed = shape.safeParse(credential);
  if (!parsed.success) throw new GantryError('reauth_required');
  return parsed.data;
}

/**
 * The user's token for something of a project, or of none. That of the scope where it is good there; in a domain scope one of the project itself,
 * which the user gets only with a role there. For what is of no project it is the scope's own, of the domain or the whole cloud.
 * Throws forbidden, reauth_required, engine_unavailable.
 */
export async function tokenFor(keystone: Keystone, given: Credential, projectId: string | null, requestId: string): Promise<UserToken> {
  const { unscoped, token, projectId: own, cloud } = credentialOf(given);
  if (token !== null && (cloud || (projectId !== null && projectId === own))) return { id: token, projectId: own };
  if (projectId === null && token !== null && own === null) return { id: token, projectId: null };
  if (projectId === null) throw new GantryError('forbidden');
  return { id: (await enterProject(keystone, unscoped, projectId, requestId)).id, projectId };
}

/** The user's token of a project, by the one without scope. Throws forbidden for who has no role there, engine_unavailable. */
export const enterProject = (keystone: Keystone, unscoped: string, projectId: string, requestId: string): Promise<Token> =>
  rescope(keystone, unscoped, { project: { id: projectId } }, requestId).catch((error: unknown) => {
    throw isUnknown(error) ? error : new GantryError('forbidden', { cause: error });
  });
