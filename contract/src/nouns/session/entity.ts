import { z } from 'zod';
import { DOMAIN_PERMISSIONS, SYSTEM_PERMISSIONS } from '../../access/permissions.ts';
import { ROLES } from '../../access/roles.ts';
import { newPassword } from '../../wire/password.ts';
import { patterned } from '../../wire/patterned.ts';
import { secret } from '../../wire/secret.ts';
import { instant } from '../../wire/values.ts';

export { isDomainAdmin, isSystemAdmin } from '../../access/holder.ts';

const account = patterned('account', z.string().trim().min(1, { error: 'required' }).max(255, { error: 'too_long' }));

const password = secret(patterned('password', z.string().min(1, { error: 'required' }).max(1024, { error: 'too_long' })));

/** Both may be compared once they are texts, whatever else is wrong with them: each field has its mark at once. */
const whenTexts = (...members: readonly string[]) => ({
  when: ({ value }: { value: unknown }) =>
    typeof value === 'object' &&
    value !== null &&
    members.every((member) => typeof (value as Record<string, unknown>)[member] === 'string'),
});

/**
 * What signs in (decision A3): `domain` takes name or id. `device` is a mark that a browser makes once and keeps: an account knows the devices
 * it has signed in from, and what others do never refuses them. `new_password` takes the place of the password, if that is right, before the user is
 * signed in: the way in for those whose password has expired. All their other sessions end.
 */
export const credentials = z
  .strictObject({
    domain: account,
    username: account,
    password,
    device: secret(
      patterned(
        'device',
        z
          .string()
          .length(43, { error: 'format' })
          .regex(/^[\w-]+$/, { error: 'format' }),
      ),
    ).optional(),
    new_password: newPassword.optional(),
  })
  .refine((body) => body.new_password !== body.password, {
    path: ['new_password'],
    error: 'password_same',
    ...whenTexts('new_password', 'password'),
  })
  .meta({ id: 'Credentials' });
export type Credentials = z.output<typeof credentials>;

/** A new password of one's own (S0 §5). */
export const passwordChange = z
  .strictObject({ current_password: password, new_password: newPassword, confirm_password: password })
  .refine((body) => body.new_password === '' || body.new_password !== body.current_password, {
    path: ['new_password'],
    error: 'password_same',
    ...whenTexts('current_password', 'new_password'),
  })
  .refine((body) => body.confirm_password === '' || body.confirm_password === body.new_password, {
    path: ['confirm_password'],
    error: 'password_unequal',
    ...whenTexts('new_password', 'confirm_password'),
  })
  .meta({
    id: 'PasswordChange',
    examples: [
      {
        current_password: 'correct horse battery 8',
        new_password: 'correct horse battery 9',
        confirm_password: 'correct horse battery 9',
      },
    ],
  });

/** What can be wrong with it beside the rules of passwords, in English, for scripts. */
export const passwordTexts = {
  password_wrong: 'This is not your current password.',
  password_same: 'The new password must differ from the current one.',
  password_unequal: 'The passwords do not match.',
} as const;

/** The signed-in user (S0 §3). `token` (the session id) is given at sign-in only; `scoped_token` for the domain or system scope (decision A4). */
export const currentUser = z
  .object({
    id: z.string(),
    name: z.string(),
    roles: z.array(z.object({ id: z.enum(ROLES) })),
    project_id: z.string().nullable(),
    domain_id: z.string(),
    domain_name: z.string(),
    scoped_token: z.string().nullable(),
    token: z.string().nullable(),
    external_provider: z.string().nullable(),
    is_superuser: z.boolean(),
    /** Held beside the roles, of the system and of the own domain, as at sign-in. */
    permissions: z.array(z.enum([...SYSTEM_PERMISSIONS, ...DOMAIN_PERMISSIONS])),
    /** When the session ends, whatever is done meanwhile: with the cloud's token, or what the request came with, where that is sooner. */
    expires_at: instant,
  })
  .meta({ id: 'CurrentUser' });
export type CurrentUser = z.infer<typeof currentUser>;

export const accountProject = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    enabled: z.boolean(),
    domain_id: z.string(),
    role: z.enum(ROLES),
    /** The signed-in user may look there and change nothing. */
    read_only: z.boolean(),
  })
  .meta({ id: 'AccountProject' });
export type AccountProject = z.infer<typeof accountProject>;

/** A session of the signed-in user. `address` and `browser` are those it was begun with; null where that is not known. */
export const accountSession = z
  .object({
    id: z.string(),
    created_at: instant,
    last_seen_at: instant,
    expires_at: instant,
    address: z.string().nullable(),
    browser: z.string().nullable(),
    is_current: z.boolean(),
  })
  .meta({ id: 'AccountSession' });
export type AccountSession = z.infer<typeof accountSession>;

/** Which methods the scope may use on which subject, and what the engines can do (choice.meta-format). */
export const meta = z
  .object({
    data: z.record(z.string(), z.array(z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']))),
    /** Commands and live reads some engine offers: `server.stop`. */
    capabilities: z.array(z.string()),
    /** Place of the change log a moment ago: a socket that logs in with it misses nothing of what was read along with this. */
    seq: z.number().int(),
  })
  .meta({ id: 'Meta' });
export type Meta = z.infer<typeof meta>;
