/** Judges what a load balancer is to speak TLS with, before anything is made of it. Runs in a thread of its own: keys may be costly to open. */
import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto';
import type { TlsWanted } from '@gantry/contract/nouns/load-balancer-pools/bodies';
import type { CertificateFacts } from '@gantry/contract/nouns/load-balancer-pools/entity';
import type { CodedText } from '@gantry/contract/wire/errors';
import { encryptionCost, isContainer, isEncryptedKey } from './der.ts';

/** Most certificates of a chain. */
const MOST = 10;
/** Most rounds by which a key may be encrypted: about a second. */
const COSTLIEST = 2_000_000;

/** What is wrong, at a member. */
export interface TlsProblem extends CodedText {
  path: keyof TlsWanted;
}

/** What was judged, in the one form that clouds keep: PEM, the key without its password. */
export interface Material {
  certificate: string;
  /** Those that have signed it, in order; null: none was sent. */
  intermediates: string | null;
  privateKey: string;
  clientCa: string | null;
}

/** What the certificates say of themselves, or what is wrong. */
export type Judgement = { certificate: CertificateFacts; client_ca: CertificateFacts | null; material: Material } | { problem: TlsProblem };

const inPem = (chain: readonly X509Certificate[]): string => chain.map(String).join('');

class Wrong extends Error {
  readonly problem: TlsProblem;
  constructor(path: TlsProblem['path'], code: string, params?: CodedText['params']) {
    super(code);
    this.problem = { path, code, ...(params && { params }) };
  }
}

const PEM_BLOCK = /-----BEGIN ([A-Z0-9 #]+)-----[\s\S]+?-----END \1-----/g;

interface Block {
  label: string;
  pem: string;
}

const bytesOf = (pem: string): Buffer => Buffer.from(pem.replaceAll(/-----[^-]+-----|\s/g, ''), 'base64');

/** What a text holds: blocks of PEM, or the bytes that it writes in base64. Containers are refused: clouds keep PEM. */
function blocksOf(text: string, path: TlsProblem['path']): Block[] | Buffer {
  const blocks = [...text.matchAll(PEM_BLOCK)].map(([pem, label]) => ({ label: label!, pem }));
  const bytes = blocks.length > 0 ? blocks.map(({ pem }) => bytesOf(pem)) : [bytesOf(text)];
  if (bytes.some(isContainer)) throw new Wrong(path, 'certificate_container');
  return blocks.length > 0 ? blocks : bytes[0]!;
}

/** Attempts what throws on anything that it does not understand. */
function understood<T>(read: () => T, path: TlsProblem['path'], code: string): T {
  try {
    return read();
  } catch {
    // Whatever it says, the text is none of what is asked for.
    throw new Wrong(path, code);
  }
}

function certificatesOf(text: string, path: 'certificate' | 'client_ca'): X509Certificate[] {
  const found = blocksOf(text, path);
  if (Buffer.isBuffer(found)) return [understood(() => new X509Certificate(found), path, 'certificate_unreadable')];
  const blocks = found.filter(({ label }) => label.endsWith('CERTIFICATE'));
  if (blocks.length === 0) throw new Wrong(path, 'certificate_unreadable');
  if (blocks.length > MOST) throw new Wrong(path, 'certificate_too_many', { max: MOST });
  return blocks.map(({ pem }) => understood(() => new X509Certificate(pem), path, 'certificate_unreadable'));
}

const isEncrypted = ({ label, pem }: Block): boolean => label === 'ENCRYPTED PRIVATE KEY' || pem.includes('Proc-Type: 4,ENCRYPTED');

/** DER says nothing of what kind of key it holds. */
function keyInDer(key: Buffer): KeyObject {
  const problems: unknown[] = [];
  for (const type of ['pkcs8', 'pkcs1', 'sec1'] as const)
    try {
      return createPrivateKey({ key, format: 'der', type });
    } catch (error) {
      problems.push(error);
    }
  throw problems[0];
}

/** Opens an encrypted key; that takes as long as whoever encrypted it wanted. */
function opened(bytes: Buffer, open: () => KeyObject): KeyObject {
  if (encryptionCost(bytes) > COSTLIEST) throw new Wrong('private_key', 'key_costly');
  return understood(open, 'passphrase', 'key_passphrase');
}

function keyOf({ private_key: text, passphrase = '' }: TlsWanted): KeyObject {
  const found = blocksOf(text, 'private_key');
  if (Buffer.isBuffer(found))
    return isEncryptedKey(found)
      ? opened(found, () => createPrivateKey({ key: found, format: 'der', type: 'pkcs8', passphrase }))
      : understood(() => keyInDer(found), 'private_key', 'key_unreadable');
  const block = found.find(({ label }) => label.endsWith('PRIVATE KEY'));
  if (!block) throw new Wrong('private_key', 'key_unreadable');
  if (!isEncrypted(block)) return understood(() => createPrivateKey(block.pem), 'private_key', 'key_unreadable');
  return opened(bytesOf(block.pem), () => createPrivateKey({ key: block.pem, passphrase }));
}

/** `CN=shop.example, O=Acme`, of what is written on one line each. */
const onOneLine = (name: string): string => name.split('\n').join(', ');

/** `DNS:shop.example, IP Address:10.0.0.1` → the names themselves. */
const namesIn = (text: string | undefined): string[] =>
  (text ?? '').split(', ').flatMap((one) => (one.includes(':') ? [one.slice(one.indexOf(':') + 1)] : []));

const factsOf = (one: X509Certificate): CertificateFacts => ({
  subject: onOneLine(one.subject ?? ''),
  issuer: onOneLine(one.issuer ?? ''),
  names: namesIn(one.subjectAltName),
  not_before: new Date(one.validFrom).toISOString(),
  not_after: new Date(one.validTo).toISOString(),
  fingerprint: one.fingerprint256,
});

/** What the first certificate of a text in PEM says of itself; undefined where it is none. Nothing of it is judged. */
export function factsIn(text: string): CertificateFacts | undefined {
  try {
    return factsOf(new X509Certificate(text));
  } catch {
    // Whatever it says, the text is no certificate.
    return undefined;
  }
}

/** Throws where one of them is not valid at a time (milliseconds since 1970). */
function assertValid(chain: readonly X509Certificate[], now: number, path: 'certificate' | 'client_ca'): void {
  if (chain.some((one) => Date.parse(one.validFrom) > now || Date.parse(one.validTo) <= now)) throw new Wrong(path, 'certificate_expired');
}

/** Judges it as of a time (milliseconds since 1970). */
export function judge(tls: TlsWanted, now: number): Judgement {
  try {
    const chain = certificatesOf(tls.certificate, 'certificate');
    const [own] = chain;
    for (const [index, one] of chain.slice(0, -1).entries())
      if (!one.checkIssued(chain[index + 1]!) || !one.verify(chain[index + 1]!.publicKey))
        throw new Wrong('certificate', 'certificate_order');
    assertValid(chain, now, 'certificate');
    const key = keyOf(tls);
    if (!own!.checkPrivateKey(key)) throw new Wrong('private_key', 'key_mismatch');
    const authority = typeof tls.client_ca === 'string' ? certificatesOf(tls.client_ca, 'client_ca') : undefined;
    if (authority && !authority.every((one) => one.ca)) throw new Wrong('client_ca', 'ca_unfit');
    assertValid(authority ?? [], now, 'client_ca');
    const material = {
      certificate: inPem([own!]),
      intermediates: chain.length > 1 ? inPem(chain.slice(1)) : null,
      privateKey: String(key.export({ type: 'pkcs8', format: 'pem' })),
      clientCa: authority ? inPem(authority) : null,
    };
    return { certificate: factsOf(own!), client_ca: authority ? factsOf(authority[0]!) : null, material };
  } catch (error) {
    if (error instanceof Wrong) return { problem: error.problem };
    throw error;
  }
}
