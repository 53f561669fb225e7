import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FORMS, formatted, type FormName } from '../../src/wire/forms.ts';

const x = (count: number): string => 'x'.repeat(count);

/** Forms that the tests below have shown. */
const shown = new Set<string>();

/** What fits a form and what does not: both sides of each bound. What is wrong is said by the name of the form. */
function expectForm(name: FormName, good: readonly string[], bad: readonly string[]): void {
  const schema = formatted(name);
  expect(good.filter((text) => !schema.safeParse(text).success)).toEqual([]);
  expect(bad.filter((text) => schema.safeParse(text).success)).toEqual([]);
  expect(schema.safeParse(bad[0]).error?.issues[0]?.message).toBe(name);
  const { good: fitting, bad: unfit, fits } = FORMS[name];
  expect([fitting.every(fits), unfit.some(fits)]).toEqual([true, false]);
  shown.add(name);
}

describe('the forms of texts', () => {
  it('recognizes an IPv4 address by its form [valid.ipv4]', () => {
    expectForm(
      'ipv4',
      ['10.0.0.1', '0.0.0.0', '255.255.255.255'],
      ['', '256.0.0.1', '10.0.0', '10.0.0.1.1', '010.0.0.1', ' 10.0.0.1', '10.0.0.1/24', '0x0a.0.0.1'],
    );
  });

  it('recognizes an IPv6 address by its form', () => {
    expectForm('ipv6', ['::', '::1', 'FD00::1', '1:2:3:4:5:6:7:8'], ['', '10.0.0.1', '1:2:3', ':::', 'fd00::g', 'fe80::1%eth0']);
  });

  it('recognizes an IPv4 CIDR by its form [valid.ipv4-cidr]', () => {
    expectForm(
      'ipv4_cidr',
      ['10.0.0.0/1', '10.0.0.0/32', '0.0.0.0/0', '10.0.0.5/24'],
      ['', '10.0.0.0/33', '10.0.0.0', '10.0.0.0/', '10.0.0/24', '10.0.0.0/024', '10.0.0.0/-1', 'fd00::/64', '10.0.0.0/24/24'],
    );
  });

  it('recognizes an IPv6 CIDR by its form [valid.ipv6-cidr]', () => {
    expectForm('ipv6_cidr', ['fd00::/0', 'fd00::1/128'], ['', 'fd00::/129', 'fd00::', '10.0.0.0/24', 'fd00::/x']);
  });

  it('recognizes a MAC address by its form [valid.mac]', () => {
    expectForm(
      'mac',
      ['00:11:22:33:44:55', '00-11-22-33-44-55', 'FA:16:3e:00:00:01'],
      ['', '001122334455', '00:11:22-33-44-55', '00:11:22:33:44', '00:11:22:33:44:5g', '00:11:22:33:44:55:66'],
    );
  });

  it('recognizes the MAC address of one device by its form [valid.mac-unicast]', () => {
    expectForm(
      'mac_unicast',
      ['02:11:22:33:44:55', '00-11-22-33-44-55', 'FE:11:22:33:44:55'],
      ['', '01:11:22:33:44:55', 'ff:ff:ff:ff:ff:ff', '021122334455'],
    );
  });

  it('recognizes a port by its form [valid.port]', () => {
    expectForm('port', ['1', '65535', '443'], ['', '0', '65536', '-1', '1.5', '080', ' 80', '8e1']);
  });

  it('recognizes a port or 0 by its form [valid.port-zero]', () => {
    expectForm('port_or_zero', ['0', '1', '65535'], ['', '65536', '-0', '00']);
  });

  it('recognizes a range of ports by its form', () => {
    expectForm(
      'port_range',
      ['80-90', '1-65535', '80-80'],
      ['', '80', '90-x', '80-', '-80', '90-80', '0-80', '80-65536', '1-2-3', '80 - 90'],
    );
  });

  it('recognizes a name that begins with a letter by its form', () => {
    expectForm('name_letter', ['a1', `a${x(254)}`, 'A_b.c-d'], ['', 'a', '1a', '_a', 'a b', `a${x(255)}`, 'aé', 'ab\n']);
  });

  it('recognizes a name of several words by its form', () => {
    expectForm('name_words', ['(a b', 'ab', x(32), '.:', '_)-', '9 '], ['', 'a', ' ab', x(33), 'a/b', 'a\tb']);
  });

  it('recognizes a short name by its form', () => {
    expectForm('name_short', ['a_1', x(3), x(32)], ['', 'ab', 'a-b', x(33), 'a b', 'aéb']);
  });

  it('recognizes a name like that of a host by its form', () => {
    expectForm('host_name', ['node-1', 'a', 'N1', x(63), 'a--b'], ['', '1node', 'node-', '-node', 'node.1', 'node_1', x(64)]);
  });

  it('recognizes a text of letters and digits by its form', () => {
    expectForm('alphanumeric', ['abc1', 'A', '1'], ['', 'a_b', 'a b', 'a-b', 'é']);
  });

  it('recognizes a text of letters, digits, spaces, underscores and hyphens by its form', () => {
    expectForm('alphanumeric_words', ['a b_c-1', '-', ' '], ['', 'a.b', 'a/b', 'a\tb', 'é']);
  });

  it('recognizes a name in small letters by its form [valid.lowercase-name]', () => {
    expectForm('name_lowercase', ['a.b', '1-_.9', 'abc', x(300)], ['', 'ab', '-ab', 'ab-', '.ab', 'ab_', 'ABC', 'aBc', 'a b']);
  });

  it('recognizes a text without a slash by its form [valid.no-slash]', () => {
    expectForm('no_slash', ['a b', 'a\\b', 'ä'], ['', 'a/b', '/', 'a/']);
  });

  it('recognizes the file of a certificate by its extension [valid.cert-ext]', () => {
    expectForm(
      'certificate_file',
      ['pem', 'crt', 'cer', 'der', 'p7b', 'p7c', 'pfx', 'p12'].map((extension) => `x.${extension}`),
      ['x.txt', 'x.key', 'pem', 'x.pem.txt'],
    );
  });

  it('recognizes the file of a key by its extension [valid.key-ext]', () => {
    expectForm('key_file', ['x.pem', 'x.key', 'x.der', 'x.KEY'], ['x.crt', 'x.txt', 'key']);
  });

  it('recognizes a list of Kubernetes labels by its form', () => {
    expectForm(
      'label_list',
      ['a=b,c=d', 'role=', 'example.com/role=web', 'a.b_c-d=1', 'notk8s.io/x=y', `${x(63)}=${x(63)}`],
      [
        '',
        'a',
        'kubernetes.io/x=y',
        'k8s.io/x=y',
        'node.kubernetes.io/x=y',
        'a=b,k8s.io/x=y',
        'a=b,',
        'a=b=c',
        '=b',
        'a/b/c=d',
        '/a=b',
        '-a=b',
        'a=b c',
        `${x(64)}=b`,
        `a=${x(64)}`,
      ],
    );
  });

  it('every form of a text is shown by a test of this file', () => {
    expect([...shown].sort()).toEqual(Object.keys(FORMS).sort());
  });
});

/** Texts of each form as its sentence says, and characters that it has no place for. */
const GENERATED: readonly (readonly [FormName, fc.Arbitrary<string>, string])[] = [
  ['ipv4', fc.ipV4(), ' x/:'],
  ['ipv6', fc.ipV6(), ' g/%'],
  ['ipv4_cidr', fc.tuple(fc.ipV4(), fc.integer({ min: 0, max: 32 })).map((parts) => parts.join('/')), ' x:/'],
  ['ipv6_cidr', fc.tuple(fc.ipV6(), fc.integer({ min: 0, max: 128 })).map((parts) => parts.join('/')), ' g/%'],
  ['mac', fc.stringMatching(/^[\da-f]{2}(:[\da-f]{2}){5}$/), ' g.:'],
  ['mac_unicast', fc.stringMatching(/^[\da-f][02468ace](-[\da-f]{2}){5}$/), ' g.:'],
  ['port', fc.integer({ min: 1, max: 65_535 }).map(String), ' .-x'],
  ['port_or_zero', fc.integer({ min: 0, max: 65_535 }).map(String), ' .-x'],
  [
    'port_range',
    fc
      .tuple(fc.integer({ min: 1, max: 65_535 }), fc.integer({ min: 1, max: 65_535 }))
      .map(([a, b]) => `${Math.min(a, b)}-${Math.max(a, b)}`),
    ' .-x',
  ],
  ['name_letter', fc.stringMatching(/^[a-zA-Z][a-zA-Z0-9_.-]{1,100}$/), ' /é\n'],
  ['name_words', fc.stringMatching(/^[a-zA-Z0-9_.:()-][a-zA-Z0-9_.:() -]{1,30}$/), '/é\n,'],
  ['name_short', fc.stringMatching(/^[a-zA-Z0-9_]{3,31}$/), ' -é.'],
  ['host_name', fc.stringMatching(/^[a-zA-Z][a-zA-Z0-9-]{0,20}[a-z0-9]$/), ' _.é'],
  ['alphanumeric', fc.stringMatching(/^[a-zA-Z0-9]{1,50}$/), ' _-é'],
  ['alphanumeric_words', fc.stringMatching(/^[a-zA-Z0-9 _-]{1,50}$/), './é\t'],
  ['name_lowercase', fc.stringMatching(/^[a-z0-9][a-z0-9._-]{1,50}[a-z0-9]$/), ' A/é'],
  ['no_slash', fc.stringMatching(/^[^/]{1,50}$/), '/'],
  ['label_list', fc.stringMatching(/^[a-z0-9]{1,9}=[a-z0-9]{0,9}(,[a-z0-9]{1,9}=[a-z0-9]{1,9}){0,3}$/), ' +é;'],
];

describe('what is generated from the sentence of a form', () => {
  it.each(GENERATED)(
    'a generated text of the form %s fits, and fits no longer with a character foreign to the form',
    (name, texts, wrong) => {
      const { fits } = FORMS[name];
      const place = fc.double({ min: 0, max: 1, noNaN: true });
      fc.assert(
        fc.property(texts, fc.constantFrom(...wrong), place, (text, character, at) => {
          expect(fits(text), text).toBe(true);
          const cut = Math.round(at * text.length);
          const mutated = text.slice(0, cut) + character + text.slice(cut);
          expect(fits(mutated), mutated).toBe(false);
        }),
      );
    },
  );
});
