/** What the certificates of listeners say of themselves, by where the key manager keeps them: what a reference leads to never changes. */
import { z } from 'zod';
import type { CertificateFacts } from '@gantry/contract/nouns/load-balancer-pools/entity';
import type { Document } from '../../../port/store/rows.ts';
import type { Api } from '../../../engines/openstack/client/api.ts';
import { ServiceError } from '../../../engines/openstack/client/errors.ts';
import type { MirrorContext } from '../../../engines/openstack/mirror/strategy.ts';
import { factsIn } from '../shared/certificates.ts';
import { refsOf, type OctaviaListener } from './client.ts';
import { pathOf, type TlsRefs } from './secrets.ts';

const SERVICE = 'key_manager';
/** Milliseconds until what was refused is asked for again. */
const AGAIN = 3_600_000;
/** References that are remembered, and characters of a certificate that are read. */
const MOST = 10_000;
const LONGEST = 65_536;

type Facts = CertificateFacts | null;

/** What is known of a reference; null: it was refused, and when (milliseconds). */
interface Known {
  facts: Facts;
  at: number;
}

const knownOf = new WeakMap<Api, Map<string, Known>>();

function remember(api: Api, ref: string, facts: Facts): void {
  const known = knownOf.get(api) ?? new Map<string, Known>();
  knownOf.set(api, known.set(ref, { facts, at: performance.now() }));
  for (const oldest of known.keys()) {
    if (known.size <= MOST) break;
    known.delete(oldest);
  }
}

/** Remembers what was judged before the key manager got it: it may let nobody but the user read it again. */
export function noteFacts(api: Api, { container, clientCa }: TlsRefs, facts: { certificate: CertificateFacts; client_ca: Facts }): void {
  remember(api, container, facts.certificate);
  if (clientCa !== null) remember(api, clientCa, facts.client_ca);
}

const contents = z.object({ secret_refs: z.array(z.object({ name: z.string().nullish(), secret_ref: z.string() })) });

/** The certificate that a reference leads to. Other secrets are left alone: what is no container may hold the key too. */
async function certificateIn(api: Api, ref: string): Promise<string | undefined> {
  const { body } = await api.ask(SERVICE, { path: pathOf(ref), answer: contents });
  return body.secret_refs.find(({ name }) => name === 'certificate')?.secret_ref;
}

/** Reads what the cloud lets us. Null: it does not, or what is there is no certificate. */
async function readFacts(api: Api, ref: string, isContainer: boolean): Promise<Facts> {
  const secret = isContainer ? await certificateIn(api, ref) : ref;
  if (secret === undefined) return null;
  const text = z.string().max(LONGEST);
  const { body } = await api.ask(SERVICE, { path: `${pathOf(secret)}/payload`, answer: text, text: true });
  return factsIn(body) ?? null;
}

async function factsAt({ api, log }: MirrorContext, ref: string, isContainer: boolean): Promise<Facts> {
  const known = knownOf.get(api)?.get(ref);
  if (known && (known.facts !== null || performance.now() - known.at < AGAIN)) return known.facts;
  try {
    const facts = await readFacts(api, ref, isContainer);
    remember(api, ref, facts);
    return facts;
  } catch (error) {
    // The pool is shown without it. Only what was refused is not asked for again soon.
    if (error instanceof ServiceError && error.httpStatus >= 400 && error.httpStatus < 500) remember(api, ref, null);
    else log.debug({ err: error }, 'a certificate could not be read');
    return null;
  }
}

/** What is shown of the certificates of a listener, and where they are kept. */
export interface ShownTls {
  certificate: Facts;
  client_ca: Facts;
  tls_refs: TlsRefs | null;
}

const NONE: ShownTls = { certificate: null, client_ca: null, tls_refs: null };

/** What the certificates of a listener say, as far as it was known before or the cloud lets us read it. */
export async function shownTls(context: MirrorContext, kind: string, listener: OctaviaListener | undefined): Promise<ShownTls> {
  const refs = listener && refsOf(listener);
  if (!refs) return NONE;
  const { api, store, engine } = context;
  const { container, clientCa } = refs;
  if (!knownOf.get(api)?.has(container)) {
    const before = (await store.read.get({ engine, kind, id: listener.id }))?.document as (Document & Partial<ShownTls>) | undefined;
    if (before?.certificate && before.tls_refs?.container === container) remember(api, container, before.certificate);
    if (before?.client_ca && clientCa !== null && before.tls_refs?.clientCa === clientCa) remember(api, clientCa, before.client_ca);
  }
  return {
    certificate: await factsAt(context, container, true),
    client_ca: clientCa === null ? null : await factsAt(context, clientCa, false),
    tls_refs: refs,
  };
}
