import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parsePublicKey, weaknessOf } from '../../src/wire/public-key.ts';

/** One of each known type, as SSH itself writes them. */
const KEYS = [
  'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAIv/GY+ZpjQKiehzMY4oHSAM9q+KUjF1pnqMVjT4GaE alice@laptop',
  'ecdsa-sha2-nistp256 AAAAE2VjZHNhLXNoYTItbmlzdHAyNTYAAAAIbmlzdHAyNTYAAABBBNmR1sx9KJreoy5LzP4LQ6Rv0EoOoTrepQaeLQzvP7tDs5OBKWZHdYOufC+bvuv9l/+7owtzsNDxtWZhyj8a5mQ=',
  'ecdsa-sha2-nistp384 AAAAE2VjZHNhLXNoYTItbmlzdHAzODQAAAAIbmlzdHAzODQAAABhBL4nfe5DM+Fwd9OPeV4M9XuINsf5ho/vWnc7xs6Y/kLIsbSXBe4/jd0rbJ7ee20tnxqvc7VTcnHszVczpPVsx/gqU2NhXjOoQJkcrgtaIf0YRvKs7kZ7fW0eVrVaJo2ypQ==',
  'ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABAQCqaaVbEblqNcJMdYRtk61grc2bISWwccaW2I0h58dYba9ttut+GgyFNunhdIjlchZ57GK+WuE03JmtoxnDIidR30/+uTlc8oh2/1V3oEZg9NvbKeDV8xkGbpKHZXi9K3v3OM7928JDrv2azMTUkOEpAyaV+Xdw6tLkmDbY7TLoSQA4Cg+xsaJ4D0ZiBsKrzf/xRhzqU1/GPv1VK6wY4ppO+t/XLndD0fQdtbHZcTMVPqpXR6IZyq0gsZDs/dwcYVX/RGF/Drv0jzIeuYTMiFoagjyO2mjxJSRUkL6a/Z2k5zj2j3Q0N9SquP2APtfPN8boz9U5aEJWUuS3B2pj9jJP old key',
  'ecdsa-sha2-nistp521 AAAAE2VjZHNhLXNoYTItbmlzdHA1MjEAAAAIbmlzdHA1MjEAAACFBAEFkEjRf8gOoncCt6jWEL9Id1si5OYR3vnAfeJ5X/haCiGxNXn+5agOJIKT0jZUPyL7QiNg20vorS+CwD/NEvZWMwE3TUVelEcTW6/Yoo/WGvfkk9N6Y4A0/oRhe5gwtpU5tKE1LvuZ51UY6cq89NYCIMv+tqj7fKAJ+DVJfXld+nr44A==',
  'ssh-dss AAAAB3NzaC1kc3MAAACBAMqki/AhBNx8DXW8YRnRiaHR0UTABIZFVXov9LV+OZv3GJbLn+gVSvfbAohqz0TL7aFC4/oAnK/36PnCtzglEKnsHrGXyE01LAekP7hTtV230k2WNO1OiwVK7XhnXLiUqdQNzoKH/xD6weSzCraE8LJ2G5wVrOLAxp+YrujAHSy7AAAAFQD1vFj4Bdm3M9bVHHQOBr3hgHJJfwAAAIEAohgeEi5uevb7ooN6G2dcHjmcUMdQWXmn4CT/p8qm58mEzbrYRJl36t0gWUoD9Xb35ITmIi2905zEdTDfEOjOGekrvtdrtYfanqCNYq+kg+r3e7QYZshXt+4fuZdnH25X/EJPwSWijhspa/SRiCG8icA8QxX8iocn3JDrAM3bnwwAAACAdt8kFrKUVCuXyj/Uvv52wlxBy0XGYetl2a3DXVxULOzrnv2avRcCdQ9gcwVyXq+g8EnJoTFhD5vYXNE8brw33Be2LZ7q3eVADoFE+vhX3VCSbXztazj0U0DeoJFtL6SxFuvdFy3rYPuv4tS4/syBeooj0dYbZUjBuUrSFsl/YvQ= d',
  'sk-ssh-ed25519@openssh.com AAAAGnNrLXNzaC1lZDI1NTE5QG9wZW5zc2guY29tAAAAIAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gAAAABHNzaDo= token',
  'sk-ecdsa-sha2-nistp256@openssh.com AAAAInNrLWVjZHNhLXNoYTItbmlzdHAyNTZAb3BlbnNzaC5jb20AAAAIbmlzdHAyNTYAAABBBAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gISIjJCUmJygpKissLS4vMDEyMzQ1Njc4OTo7PD0+P0AAAAAEc3NoOg== token',
];
const [ED25519 = '', P256 = ''] = KEYS;
const [type = '', blob = ''] = ED25519.split(' ');
const pem = (kind: string) => `-----BEGIN ${kind}-----\nb3BlbnNzaC1rZXktdjE\n-----END ${kind}-----`;

it.each(KEYS)('a public key is read where its type is known: %.24s [valid.ssh-key]', (text) => {
  const [known, base64] = text.split(' ');
  expect(parsePublicKey(`  ${text}\n`)).toEqual({ type: known, blob: base64 });
});

it.each([
  ['ssh_key_type', ['foo AAAA', '', blob, 'toString AAAA']],
  [
    'ssh_key_damaged',
    [type, `${type} AAAA`, `${type} ${blob.slice(0, -4)}`, `${type} ${blob}AAAA`, `ssh-rsa ${blob}`, `sk-ssh-ed25519@openssh.com ${blob}`],
  ],
  ['ssh_key_damaged', [P256.replace('nistp256', 'nistp384'), `${type} AAAAC3NzaC1lZDI1NTE5AAAAAA==`]],
  ['ssh_key_lines', [`${ED25519}\n${ED25519}`]],
  ['ssh_key_private', [pem('OPENSSH PRIVATE KEY'), pem('RSA PRIVATE KEY'), 'PuTTY-User-Key-File-3: ssh-ed25519']],
])('a text that is no public key is refused with the reason: %s [valid.ssh-key]', (problem, texts) => {
  expect(texts.map(parsePublicKey)).toEqual(texts.map(() => problem));
});

it('a public key is never read once a character of it is lost or another one', () => {
  const spoilt = fc.tuple(fc.constantFrom(...KEYS), fc.nat(), fc.constantFrom('', '!', '=', ' '));
  const isRefused = fc.property(spoilt, ([text, at, sign]) => {
    const [known = '', base64 = ''] = text.split(' ');
    const place = at % base64.length;
    fc.pre(base64[place] !== sign);
    expect(parsePublicKey(`${known} ${base64.slice(0, place)}${sign}${base64.slice(place + 1)}`)).toEqual(expect.any(String));
  });
  fc.assert(isRefused);
});

it('whatever a client sends as a public key gets an answer, never an exception', () => {
  const sent = [...fc.sample(fc.string({ unit: 'binary' }), 100), 'AAAA'.repeat(4000)];
  for (const text of sent) expect(() => parsePublicKey(`${type} ${text}`)).not.toThrow();
});

/** Of 1024 bits. */
const SHORT =
  'ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAAAgQCtD6R6K/6f2ZhasywBbhwrkCVJ2QFsWSACB4+L/ds8AyJKsT5IsvetOlskVxTIA/lQlMgcpFa+wARS/IT03D8JNJCRk+Kxhx+jZXF02KaDrtFFcqkNkhQ77uGzoSZUjkb06Mj1jKCWcHLzjrCbgapjD/L8xo2y/fbsKKvi6mBM0Q== short';

it('public keys that servers of today refuse are known: of the type ssh-dss, and of RSA with fewer than 2048 bits', () => {
  expect(KEYS.map(weaknessOf)).toEqual(KEYS.map((key) => (key.startsWith('ssh-dss') ? 'dss' : undefined)));
  expect([weaknessOf(SHORT), weaknessOf('ssh-rsa AAAA'), weaknessOf('')]).toEqual(['short', undefined, undefined]);
});
