/** The product's own TLS: certificate and key from two PEM files, and new ones without a restart. */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSecureContext, type SecureContextOptions, type Server } from 'node:tls';
import type { Logger } from 'pino';

/** Paths of the two files. */
export interface CertificateFiles {
  certFile: string;
  keyFile: string;
}

/** What is wrong with the files, one line each, beginning with the variable. */
export class CertificateError extends Error {
  readonly mistakes: readonly string[];

  constructor(mistakes: readonly string[]) {
    super(mistakes.join('; '));
    this.name = 'CertificateError';
    this.mistakes = mistakes;
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** What `make` makes; where it throws, `says` becomes a mistake and undefined the answer. */
function attempt<T>(make: () => T, says: (error: unknown) => string, mistakes: string[]): T | undefined {
  try {
    return make();
  } catch (error) {
    mistakes.push(says(error));
    return undefined;
  }
}

/** A pair that fits together, ready for a server: the older versions of TLS are left out. */
export interface Certificate {
  context: Required<Pick<SecureContextOptions, 'cert' | 'key' | 'minVersion'>> & { cert: Buffer; key: Buffer };
  /** Milliseconds since the epoch. */
  validFrom: number;
  validTo: number;
}

/** Reads the files. Throws CertificateError. */
export function readCertificate({ certFile, keyFile }: CertificateFiles): Certificate {
  const mistakes: string[] = [];
  const read = (name: string, path: string) =>
    attempt(
      () => readFileSync(path),
      (error) => `${name} cannot be read: ${messageOf(error)}`,
      mistakes,
    );
  const [cert, key] = [read('GANTRY_TLS_CERT', certFile), read('GANTRY_TLS_KEY', keyFile)];
  const leaf =
    cert &&
    attempt(
      () => new X509Certificate(cert),
      () => `GANTRY_TLS_CERT holds no PEM certificate: ${certFile}`,
      mistakes,
    );
  const secret =
    key &&
    attempt(
      () => createPrivateKey(key),
      () => `GANTRY_TLS_KEY holds no PEM key that can be read without a passphrase: ${keyFile}`,
      mistakes,
    );
  if (leaf && secret && !leaf.checkPrivateKey(secret)) mistakes.push('GANTRY_TLS_KEY does not fit the certificate in GANTRY_TLS_CERT');
  if (!cert || !key || !leaf || mistakes.length > 0) throw new CertificateError(mistakes);
  const context = { cert, key, minVersion: 'TLSv1.2' } as const;
  attempt(
    () => createSecureContext(context),
    (error) => `GANTRY_TLS_CERT and GANTRY_TLS_KEY cannot be used: ${messageOf(error)}`,
    mistakes,
  );
  if (mistakes.length > 0) throw new CertificateError(mistakes);
  return { context, validFrom: Date.parse(leaf.validFrom), validTo: Date.parse(leaf.validTo) };
}

/** Milliseconds between two looks at the files: who renews a certificate replaces them, or what leads to them. */
const EVERY = 5_000;

/** A certificate in use, followed as its files change. */
export interface FollowedCertificate {
  readonly context: Certificate['context'];
  /** Gives new files to these servers from now on. */
  serve(server: Server): void;
  /** Looks at the files now. Never throws: what is wrong is logged, and the pair in use stays. */
  reload(): void;
  stop(): void;
}

/** Reads the files and follows them. Throws CertificateError where they are wrong from the beginning. */
export function followCertificate(files: CertificateFiles, log: Logger, every = EVERY): FollowedCertificate {
  const servers: Server[] = [];
  let current = readCertificate(files);
  let complaint: string | undefined;

  function warn({ validFrom, validTo }: Certificate): void {
    const now = Date.now();
    const limits = { validFrom: new Date(validFrom).toISOString(), validTo: new Date(validTo).toISOString() };
    if (validTo < now) log.warn(limits, 'the TLS certificate has expired');
    else if (validFrom > now) log.warn(limits, 'the TLS certificate is not valid yet');
  }

  function reload(): void {
    try {
      const next = readCertificate(files);
      complaint = undefined;
      if (next.context.cert.equals(current.context.cert) && next.context.key.equals(current.context.key)) return;
      for (const server of servers) server.setSecureContext(next.context);
      current = next;
      log.info({ validTo: new Date(next.validTo).toISOString() }, 'a new TLS certificate is in use');
      warn(next);
    } catch (error) {
      if (!(error instanceof CertificateError)) throw error;
      // One line for each mistake, not one for each look.
      if (error.message !== complaint)
        log.error({ mistakes: error.mistakes }, 'the new TLS certificate is not taken, the one in use stays');
      complaint = error.message;
    }
  }

  warn(current);
  const timer = setInterval(reload, every);
  timer.unref();
  return {
    get context() {
      return current.context;
    },
    serve: (server) => void servers.push(server),
    reload,
    stop: () => clearInterval(timer),
  };
}
