/** Certificates and keys of load balancers, which the key manager of the cloud keeps. */
import { z } from 'zod';
import type { CommandContext } from '../../../port/engine.ts';
import { ignoreNotFound } from '../../../engines/openstack/client/errors.ts';
import { TASK_MARK } from '../../../engines/openstack/client/mark.ts';
import { sendChange, type Parts } from '../../../engines/openstack/commands/parts.ts';
import type { Material } from '../shared/certificates.ts';

const SERVICE = 'key_manager';

/** Where the key manager keeps them. */
export const tlsRefs = z.object({ container: z.string(), clientCa: z.string().nullable() });
export type TlsRefs = z.infer<typeof tlsRefs>;

const shown = z.object({ tls_refs: tlsRefs.nullable() });

/** What a pool's row says of them. */
export const refsShown = (document: unknown): TlsRefs | null => shown.safeParse(document).data?.tls_refs ?? null;

const secretAnswer = z.object({ secret_ref: z.string() });
const containerAnswer = z.object({ container_ref: z.string() });

/** `https://…/v1/secrets/{id}` → `/secrets/{id}`. */
export const pathOf = (ref: string): string => `/${ref.split('/').filter(Boolean).slice(-2).join('/')}`;

/** Puts a secret. Its name is the task's mark, by which it is found again. */
async function putSecret(
  parts: Parts,
  context: CommandContext,
  projectId: string,
  { name, type, payload }: { name: string; type: 'certificate' | 'private'; payload: string },
): Promise<string> {
  const body = { name, secret_type: type, payload, payload_content_type: 'text/plain' };
  const change = { service: SERVICE, method: 'POST', path: '/secrets', body, answer: secretAnswer } as const;
  return (await sendChange(parts, context, projectId, change)).body.secret_ref;
}

/** Keeps what a balancer speaks TLS with. Throws not_supported where the cloud keeps no secrets; nothing stays then, nor where one of them is refused. */
export async function keepSecrets(
  parts: Parts,
  context: CommandContext,
  projectId: string,
  material: Material,
  name: string,
): Promise<TlsRefs> {
  const { certificate, intermediates, privateKey, clientCa } = material;
  try {
    const put = (type: 'certificate' | 'private', payload: string) => putSecret(parts, context, projectId, { name, type, payload });
    const refs = [
      { name: 'certificate', secret_ref: await put('certificate', certificate) },
      { name: 'private_key', secret_ref: await put('private', privateKey) },
      ...(intermediates === null ? [] : [{ name: 'intermediates', secret_ref: await put('certificate', intermediates) }]),
    ];
    const body = { name, type: 'certificate', secret_refs: refs };
    const change = { service: SERVICE, method: 'POST', path: '/containers', body, answer: containerAnswer } as const;
    const container = (await sendChange(parts, context, projectId, change)).body.container_ref;
    return { container, clientCa: clientCa === null ? null : await put('certificate', clientCa) };
  } catch (error) {
    await dropSecrets(parts, context, projectId, name).catch((err: unknown) => {
      context.log.warn({ err }, 'secrets of a refused pool could not be taken away');
    });
    throw error;
  }
}

const listing = z.object({
  containers: z.array(z.object({ container_ref: z.string(), name: z.string().nullish() })).default([]),
  secrets: z.array(z.object({ secret_ref: z.string(), name: z.string().nullish() })).default([]),
});

const kept = z.object({ name: z.string().nullish(), secret_refs: z.array(z.object({ secret_ref: z.string() })).default([]) });

/** All references of listeners, each once. */
export const allRefs = (all: readonly (TlsRefs | null | undefined)[]): string[] => [
  ...new Set(all.flatMap((refs) => (refs ? [refs.container, refs.clientCa ?? []].flat() : []))),
];

/** Takes away what Gantry has kept for listeners, by what refers to it; what others have put there stays. */
export async function dropReferred(
  parts: Parts,
  context: CommandContext,
  projectId: string | null,
  refs: readonly string[],
): Promise<void> {
  for (const ref of refs) {
    const ask = { service: SERVICE, method: 'GET', path: pathOf(ref), answer: kept } as const;
    const found = await ignoreNotFound(sendChange(parts, context, projectId, ask));
    if (found?.body.name?.startsWith(TASK_MARK) !== true) continue;
    for (const one of [ref, ...found.body.secret_refs.map(({ secret_ref: secret }) => secret)]) {
      const change = { service: SERVICE, method: 'DELETE', path: pathOf(one), answer: z.unknown() } as const;
      await ignoreNotFound(sendChange(parts, context, projectId, change));
    }
  }
}

/** Takes all away that was kept under a name. */
export async function dropSecrets(parts: Parts, context: CommandContext, projectId: string | null, name: string): Promise<void> {
  for (const sort of ['containers', 'secrets'] as const) {
    const ask = { service: SERVICE, method: 'GET', path: `/${sort}`, query: { name, limit: '100' }, answer: listing } as const;
    const { body } = await sendChange(parts, context, projectId, ask);
    const refs = [
      ...body.containers.map((one) => ({ ref: one.container_ref, ...one })),
      ...body.secrets.map((one) => ({ ref: one.secret_ref, ...one })),
    ];
    for (const { ref } of refs.filter((one) => one.name === name)) {
      const change = { service: SERVICE, method: 'DELETE', path: pathOf(ref), answer: z.unknown() } as const;
      await ignoreNotFound(sendChange(parts, context, projectId, change));
    }
  }
}

/** What was kept under a name before a crash; undefined where it was not all of it. `clientCa`: whether one is asked for. */
export async function findKept(
  parts: Parts,
  context: CommandContext,
  projectId: string | null,
  { name, clientCa }: { name: string; clientCa: boolean },
): Promise<TlsRefs | undefined> {
  const find = async (sort: 'containers' | 'secrets') => {
    const ask = { service: SERVICE, method: 'GET', path: `/${sort}`, query: { name, limit: '100' }, answer: listing } as const;
    return (await sendChange(parts, context, projectId, ask)).body;
  };
  const container = (await find('containers')).containers.find((one) => one.name === name)?.container_ref;
  if (container === undefined) return undefined;
  if (!clientCa) return { container, clientCa: null };
  const ask = { service: SERVICE, method: 'GET', path: pathOf(container), answer: kept } as const;
  const used = new Set((await sendChange(parts, context, projectId, ask)).body.secret_refs.map(({ secret_ref: ref }) => ref));
  const authority = (await find('secrets')).secrets.find((one) => one.name === name && !used.has(one.secret_ref))?.secret_ref;
  return authority === undefined ? undefined : { container, clientCa: authority };
}
