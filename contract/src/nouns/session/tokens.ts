/** Personal tokens: the API for scripts, without a browser and without the password. */
import { z } from 'zod';
import { SESSION } from '../../access/roles.ts';
import { defineCall } from '../../wire/call.ts';
import { wholeOf, wholeQuery } from '../../wire/page.ts';
import { reference } from '../../wire/reference.ts';
import { displayName, id, instant, nothing } from '../../wire/values.ts';

/** Every personal token begins with it, so that it is recognised wherever it should not be. */
export const PERSONAL_TOKEN_PREFIX = 'gtp_';
/** Tokens that one user has at once. */
export const PERSONAL_TOKENS_MAX = 20;
/** Longest life of a token, in days. */
export const PERSONAL_TOKEN_DAYS = 365;

/** What a token may do: only read, or all that its user may in its scope. */
const TOKEN_ACCESS = ['read', 'full'] as const;

/** A token as its user is told of it. */
export const personalToken = z
  .object({
    id: z.string(),
    name: z.string(),
    access: z.enum(TOKEN_ACCESS),
    scope: z.enum(['system', 'domain', 'project']),
    /** Of the scope; null of the system's. */
    domain_id: z.string().nullable(),
    project_id: z.string().nullable(),
    /** Null where the user may not enter it any more. */
    project_name: z.string().nullable(),
    /** The end of the token, by which its user tells it from others. */
    last_four: z.string(),
    created_at: instant,
    expires_at: instant,
    /** To the minute; null before its first use. */
    last_used_at: instant.nullable(),
  })
  .meta({ id: 'PersonalToken' });
export type PersonalToken = z.infer<typeof personalToken>;

/** A new token: for a project of the user, or without one for the scope in which it is asked for. */
export const personalTokenCreateBody = z
  .strictObject({
    name: displayName,
    access: z.enum(TOKEN_ACCESS),
    expires_in_days: z.number().int().min(1, { error: 'too_small' }).max(PERSONAL_TOKEN_DAYS, { error: 'too_large' }),
    project_id: reference('project').optional(),
  })
  .meta({ id: 'PersonalTokenCreateBody', examples: [{ name: 'nightly backup', access: 'read', expires_in_days: 90 }] });

/** The answer that holds the token itself, the only one that does. */
export const newPersonalToken = personalToken.extend({ token: z.string() }).meta({ id: 'NewPersonalToken' });
export type NewPersonalToken = z.infer<typeof newPersonalToken>;

/** What can be wrong with a new token, in English, for scripts. */
export const personalTokenTexts = {
  tokens_too_many: 'You already have the maximum of {max} tokens. Revoke one first.',
  token_scope: 'Choose a project for the token.',
} as const;

const path = '/api/v2/accounts/tokens';
const shared = { side: 'both', source: 'choice.uncovered-calls', permission: SESSION } as const;
const does = { by: 'handle', capability: 'personal_token.make' } as const;

/** Calls of personal tokens; none but the reading one can be made with a token. */
export const personalTokenCalls = {
  tokens: defineCall({
    ...shared,
    id: 'session.tokens',
    method: 'GET',
    path,
    summary: 'Lists the personal tokens of the signed-in user that have not expired, newest first',
    query: wholeQuery,
    answer: wholeOf(personalToken),
    does,
  }),
  createToken: defineCall({
    ...shared,
    id: 'session.createToken',
    method: 'POST',
    path,
    summary: 'Creates a personal token; only this answer has it',
    body: personalTokenCreateBody,
    answer: newPersonalToken,
    status: 201,
    does,
  }),
  deleteToken: defineCall({
    ...shared,
    id: 'session.deleteToken',
    method: 'DELETE',
    path: `${path}/{tokenId}`,
    summary: 'Revokes a personal token of the signed-in user',
    params: z.object({ tokenId: id }),
    answer: nothing,
    status: 204,
    errors: ['not_found'],
    does,
  }),
};
