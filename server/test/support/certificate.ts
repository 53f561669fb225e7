/** Certificates for tests, made here and now: nothing has to be installed, and none in the repository runs out. */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** ASN.1 tags, as DER writes them. */
const [BOOLEAN, INTEGER, BIT_STRING, OCTET_STRING, OID, UTF8, TIME, SEQUENCE, SET] = [1, 2, 3, 4, 6, 12, 24, 48, 49];

function der(tag: number | undefined, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag!, ...size]), content]);
}

const oid = (hex: string): Buffer => der(OID, Buffer.from(hex, 'hex'));
/** ecdsa-with-SHA256 */
const ALGORITHM = der(SEQUENCE, oid('2a8648ce3d040302'));

const nameOf = (text: string): Buffer => der(SEQUENCE, der(SET, der(SEQUENCE, oid('550403'), der(UTF8, Buffer.from(text)))));
const timeOf = (at: Date): Buffer => der(TIME, Buffer.from(`${at.toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`));

/** That it may sign itself, and the names it is for, 127.0.0.1 among them. */
function extensions(hosts: readonly string[]): Buffer {
  const authority = der(
    SEQUENCE,
    oid('551d13'),
    der(BOOLEAN, Buffer.from([255])),
    der(OCTET_STRING, der(SEQUENCE, der(BOOLEAN, Buffer.from([255])))),
  );
  const names = der(SEQUENCE, ...hosts.map((host) => der(0x82, Buffer.from(host))), der(0x87, Buffer.from([127, 0, 0, 1])));
  return der(0xa3, der(SEQUENCE, authority, der(SEQUENCE, oid('551d11'), der(OCTET_STRING, names))));
}

const pem = (content: Buffer): string =>
  `-----BEGIN CERTIFICATE-----\n${content.toString('base64').replace(/.{1,64}/g, '$&\n')}-----END CERTIFICATE-----\n`;

export interface MadeCertificate {
  /** PEM */
  cert: string;
  key: string;
  /** SHA-256 of the certificate, as Node's `fingerprint256` writes it. */
  fingerprint: string;
}

/** A certificate for these hosts and 127.0.0.1 that has signed itself, and its key. Valid from an hour ago, for `days`; a past one has run out. */
export function makeCertificate({ hosts = ['localhost'], days = 1 }: { hosts?: readonly string[]; days?: number } = {}): MadeCertificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const [hour, day] = [3_600_000, 86_400_000];
  const to = Date.now() + days * day;
  const content = der(
    SEQUENCE,
    der(0xa0, der(INTEGER, Buffer.from([2]))),
    der(INTEGER, Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    ALGORITHM,
    nameOf('Gantry test'),
    der(SEQUENCE, timeOf(new Date(Math.min(Date.now(), to) - hour)), timeOf(new Date(to))),
    nameOf('Gantry test'),
    publicKey.export({ type: 'spki', format: 'der' }),
    extensions(hosts),
  );
  const signature = der(BIT_STRING, Buffer.from([0]), sign('sha256', content, privateKey));
  const certificate = der(SEQUENCE, content, ALGORITHM, signature);
  const fingerprint = createHash('sha256').update(certificate).digest('hex').toUpperCase().match(/../g)!.join(':');
  return { cert: pem(certificate), key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), fingerprint };
}
