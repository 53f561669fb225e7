/** Certificates of a cloud: which ones its clouds.yaml names, and what can be wrong with those of its services. */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { connect, createSecureContext, type PeerCertificate } from 'node:tls';
import type { Trust } from '../../../port/trust.ts';

/** Members of a cloud in clouds.yaml, as other clients read them. */
export interface TrustFiles {
  cacert?: string | undefined;
  cert?: string | undefined;
  key?: string | undefined;
  /** False: certificates of services are not looked at. */
  verify?: boolean | undefined;
}

/** Reads the files. Throws what `wrong` makes of a file that cannot be read or does not hold what it should. */
export function readTrust({ cacert, cert, key, verify }: TrustFiles, wrong: (problem: string, cause?: unknown) => Error): Trust {
  const read = (name: string, path: string, check: (pem: Buffer) => unknown, what: string): Buffer => {
    let pem: Buffer;
    try {
      pem = readFileSync(path.replace(/^~(?=\/)/, homedir()));
    } catch (cause) {
      throw wrong(`${name} ${path} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`, cause);
    }
    try {
      check(pem);
    } catch (cause) {
      throw wrong(`${name} ${path} holds no ${what} in PEM`, cause);
    }
    return pem;
  };
  const certificate = (pem: Buffer) => new X509Certificate(pem);
  if (key !== undefined && cert === undefined) throw wrong('key needs cert, the certificate that it belongs to');
  const own = cert !== undefined && {
    cert: read('cert', cert, certificate, 'certificate'),
    // A file may hold both.
    key: read('key', key ?? cert, createPrivateKey, 'private key without passphrase'),
  };
  if (own)
    try {
      createSecureContext(own);
    } catch (cause) {
      throw wrong(`key does not belong to the certificate ${cert}`, cause);
    }
  return {
    ...(cacert !== undefined && { ca: read('cacert', cacert, certificate, 'certificate') }),
    ...own,
    ...(verify === false && { rejectUnauthorized: false }),
  };
}

/** What is wrong with a certificate, in words that people are told. */
export class CertificateProblem extends Error {
  override readonly name = 'CertificateProblem';
}

const UNKNOWN_AUTHORITY: ReadonlySet<string> = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);
/** Alerts by which a service says that it wants a certificate of its client, or another one than it got; by what code, depends on the version of TLS. */
const CLIENT_WANTED = /\balert (certificate required|bad certificate|unknown ca|handshake failure|certificate unknown)\b/i;

/** Ports of addresses that name none. */
const PORTS: Readonly<Record<string, number>> = { 'https:': 443, 'amqps:': 5671 };

/** Milliseconds for a look at a certificate that was refused. */
const LOOK_MS = 2000;

/** The error as a `CertificateProblem` where it is one; else as it is. */
export async function certificateProblem(url: string, error: unknown, trust: Trust): Promise<unknown> {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const say = (problem: string): CertificateProblem => new CertificateProblem(problem, { cause: error });
  if (error instanceof Error && CLIENT_WANTED.test(error.message)) {
    const ours = trust.cert
      ? `refuses ours, of ${subjectOf(new X509Certificate(trust.cert).subject)}`
      : 'wants a certificate of its client';
    return say(`${new URL(url).host} ${ours}: cert and key of the clouds.yaml`);
  }
  const isWrongName = code === 'ERR_TLS_CERT_ALTNAME_INVALID';
  if (!isWrongName && !UNKNOWN_AUTHORITY.has(code) && code !== 'CERT_HAS_EXPIRED' && code !== 'CERT_NOT_YET_VALID') return error;
  const shown = await look(url);
  const its = `the certificate of ${new URL(url).host}${shown ? ` (${nameOf(shown.subject)})` : ''}`;
  if (isWrongName) return say(`${its} is for other names: ${shown?.subjectaltname ?? 'none'}`);
  if (code === 'CERT_HAS_EXPIRED') return say(`${its} has expired${shown ? ` on ${shown.valid_to}` : ''}`);
  if (code === 'CERT_NOT_YET_VALID') return say(`${its} is not valid yet${shown ? `, but from ${shown.valid_from}` : ''}`);
  return say(
    `${its} is of an authority that is not trusted${shown ? `: ${nameOf(shown.issuer)}` : ''}; name it in cacert of the clouds.yaml`,
  );
}

const nameOf = ({ CN, O }: PeerCertificate['subject']): string => [CN ?? O ?? 'without a name'].flat().join(', ');
const subjectOf = (lines: string): string => lines.replaceAll('\n', ', ');

/** The certificate that a service shows; nothing is sent to it. Undefined where it shows none now. */
function look(url: string): Promise<PeerCertificate | undefined> {
  const { hostname, port, protocol } = new URL(url);
  return new Promise((resolve) => {
    const host = hostname.replace(/^\[|\]$/g, '');
    const servername = /^[\d.]+$|:/.test(host) ? {} : { servername: host };
    const socket = connect({ host, port: Number(port || PORTS[protocol]), ...servername, rejectUnauthorized: false });
    const end = (shown?: PeerCertificate): void => {
      socket.destroy();
      resolve(shown);
    };
    socket.setTimeout(LOOK_MS, () => end());
    // why it cannot be looked at is what the request itself has failed by
    socket.once('error', () => end());
    socket.once('secureConnect', () => end(socket.getPeerCertificate()));
  });
}
