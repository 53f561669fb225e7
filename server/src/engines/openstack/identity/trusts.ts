/** What a user entrusts the service account with, for what is to happen later, without that user (Keystone's OS-TRUST). */
import { GantryError } from '@gantry/contract/wire/errors';
import { z } from 'zod';
import type { CommandContext } from '../../../port/engine.ts';
import type { UserToken } from '../client/api.ts';
import { ignoreNotFound } from '../client/errors.ts';
import type { Parts } from '../commands/parts.ts';
import { credentialOf, enterProject } from './credential.ts';

const PATH = '/OS-TRUST/trusts';
const answer = z.object({ trust: z.object({ id: z.string() }) });

/**
 * Lets the service account act in a project for who asks, with the roles which that one has there. Returns the trust's id.
 * Throws forbidden for who has no role there, not_supported where the account can be entrusted with nothing, engine_unavailable.
 */
export async function entrust({ api, keystone, account }: Parts, context: CommandContext, projectId: string): Promise<string> {
  const { credential, requestId, signal } = context;
  if (!account.canBeEntrusted) throw new GantryError('not_supported');
  const user = await enterProject(keystone, credentialOf(credential).unscoped, projectId, requestId);
  const trust = {
    trustor_user_id: user.user.id,
    trustee_user_id: (await account.token(signal)).user.id,
    project_id: projectId,
    impersonation: true,
    roles: user.roles.map((id) => ({ id })),
  };
  const as: UserToken = { id: user.id, projectId };
  return (await api.ask('identity', { method: 'POST', path: PATH, body: { trust }, as, answer, requestId, signal })).body.trust.id;
}

/** Gives a trust back; one that is gone already is a success. */
export const endTrust = async ({ api }: Parts, id: string, signal: AbortSignal): Promise<void> =>
  void (await ignoreNotFound(
    api.ask('identity', { method: 'DELETE', path: `${PATH}/${encodeURIComponent(id)}`, answer: z.unknown(), signal }),
  ));

/** Whether a trust, or what it rests on, is no more: roles were taken away, somebody was deleted or disabled. */
export const isBroken = (error: unknown): boolean =>
  error instanceof GantryError && ['reauth_required', 'forbidden', 'not_found'].includes(error.code);
