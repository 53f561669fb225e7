import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { encodedUserData, readUserData } from '../../../src/nouns/servers/user-data.ts';

/** Base64 of a text's UTF-8. */
const base64 = (text: string): string => {
  const bytes = encodeURIComponent(text).replace(/%(..)/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return z.util.uint8ArrayToBase64(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)));
};

describe('user data', () => {
  const MIME = 'Content-Type: multipart/mixed; boundary="x"\nMIME-Version: 1.0\n\n--x\n';
  const known = [
    ['#cloud-config\npackages: [a]\n', 'cloud-config'],
    ['#cloud-config', 'cloud-config'],
    ['#cloud-config-archive\n- type: text/cloud-config\n', 'cloud-config-archive'],
    ['#cloud-boothook\n#!/bin/sh\n', 'cloud-boothook'],
    ['#part-handler\ndef list_types():\n', 'part-handler'],
    ['#include\nhttps://example.com/a\n', 'include'],
    ['#include-once\nhttps://example.com/a\n', 'include'],
    ['## template: jinja\n#cloud-config\n', 'jinja'],
    ['#!/bin/sh\ntrue\n', 'script'],
    ['\n #!/bin/sh\n', 'script'],
    ['#ps1_sysnative\r\nWrite-Host hi\r\n', 'powershell'],
    ['#ps1\nWrite-Host hi\n', 'powershell'],
    ['rem cmd\r\necho hi\r\n', 'batch'],
    [MIME, 'mime'],
    [`X-Mailer: y\n${MIME}`, 'mime'],
    ['{"ignition":{"version":"3.4.0"}}', 'ignition'],
  ] as const;

  it.each(known)('the user data %j is known by its form, as text and in base64', (text, form) => {
    expect(readUserData(text)).toMatchObject({ form, encoded: false, text });
    expect(readUserData(base64(text))).toMatchObject({ form, encoded: true, text });
  });

  it('user data has no known form where no guest would do anything with it', () => {
    for (const text of ['echo hi', '#cloud-configuration\n', '{"a":1}', '{', 'deadbeef', '#ps15', 'remark'])
      expect([text, readUserData(text)]).toEqual([text, { form: undefined, encoded: false, text, crlf: false }]);
  });

  it('user data is gzip by its first two bytes, in base64', () => {
    // 1f 8b 08 00 00 00 00 00 00 03
    expect(readUserData('H4sIAAAAAAAAAw==')).toEqual({ form: 'gzip', encoded: true, text: '', crlf: false });
  });

  it('user data in base64 of a known form reaches a cloud without a second encoding', () => {
    const script = '#!/bin/sh\necho ä\n';
    expect(encodedUserData(script, base64)).toBe(base64(script));
    expect(encodedUserData(`${base64(script).slice(0, 8)}\n${base64(script).slice(8)}\n`, base64)).toBe(base64(script));
    // Of gzip, whose bytes are no text.
    expect(encodedUserData('H4sIAAAA\nAAAAAw==\n', base64)).toBe('H4sIAAAAAAAAAw==');
    expect(encodedUserData('deadbeef', base64)).toBe(base64('deadbeef'));
  });

  it('user data whose bytes are no UTF-8 text is shown as it is', () => {
    // #!/bin/sh, a line feed, ff
    expect(readUserData('IyEvYmluL3NoCv8=')).toMatchObject({ form: 'script', encoded: true, text: '#!/bin/sh\n\u00FF' });
  });

  it('user data tells of a first line whose interpreter ends with CRLF, and of no other', () => {
    expect(['#!/bin/sh\r\ntrue\r\n', '#!/bin/sh\ntrue\r\n', '#cloud-config\r\n'].map((text) => readUserData(text).crlf)).toEqual([
      true,
      false,
      false,
    ]);
  });
});
