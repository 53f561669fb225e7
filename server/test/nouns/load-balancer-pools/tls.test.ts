import { describe, expect, it } from 'vitest';
import { judge } from '../../../src/nouns/load-balancer-pools/shared/certificates.ts';
import { checkTls } from '../../../src/nouns/load-balancer-pools/shared/tls.ts';
import { AUTHORITY, BUNDLE, CERTIFICATE, CONTAINER, COSTLY_KEY, ENCRYPTED_KEY, KEY, OTHER_KEY } from './pem.ts';

const NOW = Date.parse('2027-01-01T00:00:00Z');
const good = { certificate: CERTIFICATE, private_key: KEY };
/** The bytes of PEM, in base64. */
const inDer = (pem: string): string => pem.replaceAll(/-----[^-]+-----|\s/g, '');

/** The costly key with sequences of indefinite length (X.690 §8.1.3.6): 30 81 ED 30 58 … → 30 80 30 80 …, each closed by 00 00. */
const COSTLY_IN_BER = ((): string => {
  const der = Buffer.from(inDer(COSTLY_KEY), 'base64');
  const open = Buffer.from([0x30, 0x80]);
  const close = Buffer.alloc(2);
  const ber = Buffer.concat([open, open, der.subarray(5, 5 + 0x58), close, der.subarray(5 + 0x58), close]);
  return `-----BEGIN ENCRYPTED PRIVATE KEY-----\n${ber.toString('base64')}\n-----END ENCRYPTED PRIVATE KEY-----\n`;
})();

describe('what a load balancer is to speak TLS with', () => {
  it('tells for whom a certificate is, who has signed it and until when', () => {
    expect(judge({ ...good, certificate: CERTIFICATE + AUTHORITY, client_ca: AUTHORITY }, NOW)).toEqual({
      certificate: {
        subject: 'CN=shop.example, O=Acme',
        issuer: 'CN=Test authority',
        names: ['shop.example', '192.0.2.10'],
        not_before: expect.stringMatching(/^2026-/) as string,
        not_after: expect.stringMatching(/^21\d\d-/) as string,
        fingerprint: expect.stringMatching(/^(?:[\dA-F]{2}:){31}[\dA-F]{2}$/) as string,
      },
      client_ca: expect.objectContaining({ subject: 'CN=Test authority' }) as object,
      material: expect.objectContaining({ certificate: CERTIFICATE }) as object,
    });
  });

  it.each<[string, Partial<Parameters<typeof judge>[0]>]>([
    ['a key that is encrypted, with its password', { private_key: ENCRYPTED_KEY, passphrase: 'open' }],
    ['a certificate in DER', { certificate: inDer(CERTIFICATE) }],
    ['a key in DER', { private_key: inDer(KEY) }],
    ['a key in DER that is encrypted', { private_key: inDer(ENCRYPTED_KEY), passphrase: 'open' }],
  ])('a load balancer pool takes TLS settings with %s', (_, more) => {
    expect(judge({ ...good, ...more }, NOW)).toMatchObject({ certificate: { subject: 'CN=shop.example, O=Acme' } });
  });

  it.each<[string, Partial<Parameters<typeof judge>[0]>, string, string]>([
    ['text that is no certificate', { certificate: 'no certificate' }, 'certificate', 'certificate_unreadable'],
    ['a key in the place of a certificate', { certificate: KEY }, 'certificate', 'certificate_unreadable'],
    ['PKCS #7', { certificate: CONTAINER }, 'certificate', 'certificate_container'],
    ['the bytes of a file in PKCS #7', { certificate: inDer(CONTAINER) }, 'certificate', 'certificate_container'],
    [
      'PKCS #7 as older tools name it',
      { client_ca: CONTAINER.replaceAll('PKCS7', 'PKCS #7 SIGNED DATA') },
      'client_ca',
      'certificate_container',
    ],
    ['the bytes of a file in PKCS #12', { certificate: BUNDLE }, 'certificate', 'certificate_container'],
    [
      'the bytes of a file in PKCS #12 in the place of a key',
      { private_key: BUNDLE, passphrase: 'open' },
      'private_key',
      'certificate_container',
    ],
    ['a chain in the wrong order', { certificate: AUTHORITY + CERTIFICATE }, 'certificate', 'certificate_order'],
    ['a chain that is too long', { certificate: CERTIFICATE.repeat(11) }, 'certificate', 'certificate_too_many'],
    ['text that is no key', { private_key: 'no key' }, 'private_key', 'key_unreadable'],
    ['the key of another certificate', { private_key: OTHER_KEY }, 'private_key', 'key_mismatch'],
    ['an encrypted key without a password', { private_key: ENCRYPTED_KEY }, 'passphrase', 'key_passphrase'],
    ['an encrypted key with another password', { private_key: ENCRYPTED_KEY, passphrase: 'shut' }, 'passphrase', 'key_passphrase'],
    ['an encrypted key in DER without a password', { private_key: inDer(ENCRYPTED_KEY) }, 'passphrase', 'key_passphrase'],
    [
      'an encrypted key in DER with another password',
      { private_key: inDer(ENCRYPTED_KEY), passphrase: 'shut' },
      'passphrase',
      'key_passphrase',
    ],
    ['a certificate in DER in the place of a key', { private_key: inDer(CERTIFICATE) }, 'private_key', 'key_unreadable'],
    ['a key that is costly to open', { private_key: COSTLY_KEY, passphrase: 'open' }, 'private_key', 'key_costly'],
    ['the same in DER', { private_key: inDer(COSTLY_KEY), passphrase: 'open' }, 'private_key', 'key_costly'],
    ['the same with sequences of indefinite length', { private_key: COSTLY_IN_BER, passphrase: 'open' }, 'private_key', 'key_costly'],
    ['an authority that may sign nothing', { client_ca: CERTIFICATE }, 'client_ca', 'ca_unfit'],
    ['an authority that is none', { client_ca: 'nobody' }, 'client_ca', 'certificate_unreadable'],
  ])('a load balancer pool refuses TLS settings with %s', (_, more, path, code) => {
    expect(judge({ ...good, ...more }, NOW)).toMatchObject({ problem: { path, code } });
  });

  it.each([2020, 2500])('refuses a certificate that is not valid in %i', (year) => {
    const problem = { path: 'certificate', code: 'certificate_expired' };
    expect(judge(good, Date.UTC(year, 0))).toMatchObject({ problem });
  });

  it('a check of TLS settings refuses the key of another certificate at its field, and tells of a good certificate', async () => {
    await expect(checkTls({ ...good, private_key: OTHER_KEY }, 'pools.1.', NOW)).rejects.toMatchObject({
      code: 'validation_failed',
      fields: { 'pools.1.tls.private_key': [{ code: 'key_mismatch' }] },
    });
    expect(await checkTls(good, '', NOW)).toMatchObject({ certificate: { subject: 'CN=shop.example, O=Acme' }, client_ca: null });
  });
});
