/** Application credentials: a cloud's own way in for scripts, beside this API and without the password. */
import { z } from 'zod';
import { SESSION } from '../../access/roles.ts';
import { defineCall } from '../../wire/call.ts';
import { wholeOf, wholeQuery } from '../../wire/page.ts';
import { description, displayName, id, instant, nothing } from '../../wire/values.ts';

/** Longest life of one that ends, in days. */
export const CREDENTIAL_DAYS = 3650;

/** What one may be made for: only to read, or all that its user may in its project. */
const CREDENTIAL_ACCESS = ['read', 'full'] as const;
/** What one may do; `limited` are those made elsewhere for certain requests, changes among them. */
const credentialAccess = z.enum([...CREDENTIAL_ACCESS, 'limited']);
export type CredentialAccess = z.infer<typeof credentialAccess>;

/** A credential as its user is told of it. */
export const applicationCredential = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    project_id: z.string(),
    /** Null where the user may not enter it any more. */
    project_name: z.string().nullable(),
    access: credentialAccess,
    /** The cloud's names of the roles it has, within its access. */
    roles: z.array(z.string()),
    /** Null: it does not end by itself. */
    expires_at: instant.nullable(),
  })
  .meta({ id: 'ApplicationCredential' });
export type ApplicationCredential = z.infer<typeof applicationCredential>;

/** A new one, for the project in which it is asked for. */
export const applicationCredentialCreateBody = z
  .strictObject({
    name: displayName,
    description: description.optional(),
    access: z.enum(CREDENTIAL_ACCESS),
    /** Absent: it does not end by itself. */
    expires_in_days: z.number().int().min(1, { error: 'too_small' }).max(CREDENTIAL_DAYS, { error: 'too_large' }).optional(),
  })
  .meta({ id: 'ApplicationCredentialCreateBody', examples: [{ name: 'terraform', access: 'full', expires_in_days: 90 }] });
export type ApplicationCredentialCreate = z.infer<typeof applicationCredentialCreateBody>;

/** The answer that holds the secret, the only one that does, and the file by which the cloud's clients find their way. */
export const newApplicationCredential = applicationCredential
  .extend({ secret: z.string(), /** A whole `clouds.yaml`. */ clouds_yaml: z.string() })
  .meta({ id: 'NewApplicationCredential' });
export type NewApplicationCredential = z.infer<typeof newApplicationCredential>;

/** What can be wrong with a new one, in English, for scripts. */
export const applicationCredentialTexts = {
  credential_name_taken: 'You already have an application credential with this name.',
  credential_no_rules: 'The cloud does not support read-only application credentials.',
  credential_rules_refused: 'These services of the cloud do not accept read-only credentials: {{services}}.',
} as const;

const path = '/api/v2/accounts/application_credentials';
const shared = { side: 'both', source: 'choice.uncovered-calls', permission: SESSION } as const;
const does = { by: 'handle', capability: 'application_credential.make' } as const;

/** Calls of application credentials; a personal token makes none of them. */
export const applicationCredentialCalls = {
  credentials: defineCall({
    ...shared,
    id: 'session.credentials',
    method: 'GET',
    path,
    summary: 'Lists the application credentials of the signed-in user, by name',
    query: wholeQuery,
    answer: wholeOf(applicationCredential),
    does,
  }),
  createCredential: defineCall({
    ...shared,
    id: 'session.createCredential',
    method: 'POST',
    path,
    summary: 'Creates an application credential for the current project; only this answer has its secret',
    body: applicationCredentialCreateBody,
    answer: newApplicationCredential,
    status: 201,
    errors: ['project_scope_required', 'name_taken'],
    does,
  }),
  deleteCredential: defineCall({
    ...shared,
    id: 'session.deleteCredential',
    method: 'DELETE',
    path: `${path}/{credentialId}`,
    summary: 'Revokes an application credential of the signed-in user and its tokens',
    params: z.object({ credentialId: id }),
    answer: nothing,
    status: 204,
    errors: ['not_found'],
    does,
  }),
};
