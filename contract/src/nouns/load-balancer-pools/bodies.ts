/** What pools are made of, and what can be changed of them (screens M3). */
import { z } from 'zod';
import { ipAddress } from '../../wire/addresses.ts';
import { PORT } from '../../wire/forms.ts';
import { patterned } from '../../wire/patterned.ts';
import { reference, referenceHeld } from '../../wire/reference.ts';
import { secret } from '../../wire/secret.ts';
import { description, displayName } from '../../wire/values.ts';
import { addressRange } from '../../wire/address-range.ts';
import { poolProblems } from './problems.ts';
import { ALGORITHMS, INSERTED_HEADERS, MONITOR_TYPES, POOL_LIMITS, POOL_PROTOCOLS, type InsertedHeader } from './values.ts';

const whole = (min: number, max: number) => z.number().int().min(min, { error: 'too_small' }).max(max, { error: 'too_large' });
const port = whole(PORT.min, PORT.max);

/** Certificates in PEM, the own one first and then those that have signed it; or one in DER, in base64. */
const certificates = patterned('certificate', z.string().trim().min(1, { error: 'required' }).max(POOL_LIMITS.pem, { error: 'too_long' }));

/** What the balancer speaks TLS with. */
const tls = z.strictObject({
  certificate: certificates,
  private_key: secret(
    patterned('private_key', z.string().trim().min(1, { error: 'required' }).max(POOL_LIMITS.key, { error: 'too_long' })),
  ),
  /** Of the key, where it is encrypted. */
  passphrase: secret(patterned('password', z.string().min(1, { error: 'required' }).max(1024, { error: 'too_long' }))).optional(),
  /** Who signs the certificates that clients must present. Absent or null: they need none. */
  client_ca: certificates.nullable().optional(),
});
export type TlsWanted = z.output<typeof tls>;

const member = z.strictObject({
  /** A server, also one that is gone and still a member. */
  server_id: referenceHeld('server'),
  /** Absent: the only address that the server has in a network that is reached. */
  address: ipAddress.optional(),
  weight: whole(0, POOL_LIMITS.weight).default(1),
  enabled: z.boolean().default(true),
});
export type MemberWanted = z.output<typeof member>;

const members = z
  .array(member)
  .max(POOL_LIMITS.members, { error: 'too_many' })
  .refine((list) => new Set(list.map(({ server_id: id, address }) => `${id} ${address ?? ''}`)).size === list.length, {
    error: 'duplicates',
  });

const monitor = z
  .strictObject({
    type: z.enum(MONITOR_TYPES, { error: 'choice' }),
    /** `/` where absent, by HTTP and HTTPS. */
    url_path: patterned(
      'url_path',
      z
        .string()
        .max(255, { error: 'too_long', abort: true })
        .regex(/^\/[!-~]*$/, { error: 'url_path' }),
    ).optional(),
    delay: whole(1, POOL_LIMITS.seconds).default(5),
    timeout: whole(1, POOL_LIMITS.seconds).default(3),
    max_retries: whole(1, POOL_LIMITS.thresholds).default(3),
    max_retries_down: whole(1, POOL_LIMITS.thresholds).default(3),
  })
  .refine(({ delay, timeout }) => timeout < delay, { path: ['timeout'], error: 'monitor_timeout' });
export type MonitorWanted = z.output<typeof monitor>;

/** Which headers servers get. */
const insertedHeaders = z.strictObject(
  Object.fromEntries(INSERTED_HEADERS.map((name) => [name, z.boolean().optional()])) as Record<InsertedHeader, z.ZodOptional<z.ZodBoolean>>,
);

/** What can be said at any time. */
const changeable = {
  name: displayName,
  description: description.optional(),
  enabled: z.boolean().optional(),
  lb_algorithm: z.enum(ALGORITHMS, { error: 'choice' }).optional(),
  sticky_session: z.boolean().optional(),
  /** -1: any number. */
  connection_limit: whole(-1, POOL_LIMITS.connections)
    .refine((limit) => limit !== 0, { error: 'connection_limit' })
    .optional(),
  allowed_cidrs: z
    .array(addressRange)
    .max(POOL_LIMITS.cidrs, { error: 'too_many' })
    .refine((list) => new Set(list).size === list.length, { error: 'duplicates' })
    .optional(),
  insert_headers: insertedHeaders.optional(),
  tls: tls.optional(),
  /** All of them, not only what changes. */
  members: members.optional(),
  /** Null: members are not looked at. */
  healthmonitor: monitor.nullable().optional(),
};

/** What cannot be said later. */
const lasting = {
  protocol: z.enum(POOL_PROTOCOLS, { error: 'choice' }),
  protocol_port: port,
  backend_protocol: z.enum(POOL_PROTOCOLS, { error: 'choice' }),
  backend_protocol_port: port,
  proxy_protocol_enabled: z.boolean().optional(),
};

const wanted = z.strictObject({ ...lasting, ...changeable });

/** Tells each problem at its member. */
function check(body: z.output<typeof wanted>, { addIssue }: Pick<z.RefinementCtx, 'addIssue'>): void {
  for (const { path, code } of poolProblems({
    ...body,
    hasTls: body.tls !== undefined,
    hasClientCa: typeof body.tls?.client_ca === 'string',
  }))
    addIssue({ code: 'custom', path: [...path], message: code });
}

/** One that is made together with its balancer. */
export const poolOfNew = wanted.superRefine(check);
export type PoolWanted = z.output<typeof poolOfNew>;

const EXAMPLE = {
  loadbalancer_id: '7a1d4c3e-9f0b-4a52-8c6d-2e5f7b8a9c10',
  name: 'web',
  protocol: 'HTTP',
  protocol_port: 80,
  backend_protocol: 'HTTP',
  backend_protocol_port: 8080,
} as const;

export const poolBody = z
  .strictObject({ loadbalancer_id: reference('load_balancer'), ...lasting, ...changeable })
  .superRefine(check)
  .meta({ id: 'PoolCreate', examples: [EXAMPLE] });
export type PoolCreate = z.output<typeof poolBody>;

export const poolUpdateBody = z
  .strictObject({ ...changeable, name: displayName.optional() })
  .refine((body) => Object.keys(body).length > 0, { error: 'nothing_to_change' })
  .meta({ id: 'PoolUpdate', examples: [{ connection_limit: 1000 }] });
export type PoolUpdate = z.output<typeof poolUpdateBody>;
