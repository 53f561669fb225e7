import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nouns } from '@gantry/contract';
import { createProxies, isProxy, networkOf } from '../../src/access/address.ts';
import { startTestApp, USERS, type TestApp } from '../support/app.ts';

const from = (address: string | undefined, said?: string) => ({
  headers: said === undefined ? {} : { 'x-forwarded-for': said },
  socket: { remoteAddress: address },
});

describe('where a request comes from', () => {
  const { addressOf, trusts } = createProxies(['127.0.0.1', '10.0.0.0/8', 'fd00::/8']);

  it('GANTRY_TRUST_PROXY takes addresses and networks, and nothing else', () => {
    const good = ['127.0.0.1', '::1', '10.0.0.0/8', 'fd00::/8', '192.0.2.1/32', '2001:db8::1/128', '::ffff:10.0.0.1'];
    expect(good.filter((text) => !isProxy(text))).toEqual([]);
    const bad =
      'true,1,0,loopback,uniquelocal,*,,10.0.0.0/0,::/0,10.0.0.0/33,fd00::/129,10.0.0.0/8/8,10.0.0.0/,10.0.0.1/+8,10.0.0,010.0.0.1,'.split(
        ',',
      );
    const others = ['::ffff:10.0.0.0/8', '::ffff:10.0.0.0/104', 'fe80::1%eth0', '10.0.0.1:80', '[::1]', 'proxy.example', ' 10.0.0.1'];
    expect([...bad, ...others].filter(isProxy)).toEqual([]);
    expect([trusts('10.9.9.9'), trusts('::ffff:10.9.9.9'), trusts('fd12::1'), trusts('11.0.0.1'), trusts('x'), trusts(undefined)]).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  it('the address of a request is the other end of its connection, whatever a header says, unless that is a trusted proxy', () => {
    expect(addressOf(from('198.51.100.7', '203.0.113.1'))).toBe('198.51.100.7');
    expect(addressOf(from('::ffff:198.51.100.7'))).toBe('198.51.100.7');
    expect(addressOf(from('2001:DB8:0:0::1'))).toBe('2001:db8::1');
    expect(addressOf(from('fe80::1%eth0'))).toBe('fe80::1');
    expect(addressOf(from(undefined, '203.0.113.1'))).toBe('::');
  });

  it('behind trusted proxies, the address of a request is the last one that none of them has made up', () => {
    const said = (text: string) => addressOf(from('127.0.0.1', text));
    expect(said('203.0.113.1')).toBe('203.0.113.1');
    expect(said('1.1.1.1, 203.0.113.1, 10.0.0.7')).toBe('203.0.113.1');
    expect(said('1.1.1.1,203.0.113.1')).toBe('203.0.113.1');
    expect(said('10.0.0.8, 10.0.0.7')).toBe('10.0.0.8');
    expect(said('::ffff:203.0.113.1')).toBe('203.0.113.1');
    expect(said('2001:DB8::A')).toBe('2001:db8::a');
  });

  it('a header value that is no address is not believed, nor anything to the left of it', () => {
    const garbage = [
      '',
      ' ',
      'unknown',
      '<script>',
      '203.0.113.1:80',
      '[2001:db8::1]',
      '203.0.113',
      '0x7f.1',
      "1' or '1'='1",
      '_hidden',
      'x'.repeat(9000),
    ];
    for (const text of garbage) {
      expect(addressOf(from('127.0.0.1', text))).toBe('127.0.0.1');
      expect(addressOf(from('127.0.0.1', `1.1.1.1, ${text}`))).toBe('127.0.0.1');
      expect(addressOf(from('127.0.0.1', `${text}, 203.0.113.1`))).toBe('203.0.113.1');
    }
  });

  it('an IPv6 address counts with its network of 64 bits, an IPv4 address by itself', () => {
    expect(['2001:db8:0:1:2:3:4:5', '2001:db8::1', '192.0.2.1', '::ffff:192.0.2.1'].map(networkOf)).toEqual([
      '2001:db8:0:1::/64',
      '2001:db8::/64',
      '192.0.2.1',
      '192.0.2.1',
    ]);
  });
});

describe('the address in the audit', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({
      database: 'sqlite',
      env: { GANTRY_SAMPLE_SERVERS: '0', GANTRY_TRUST_PROXY: '127.0.0.1, ::1' },
      refusalPeriod: 50,
    });
  });
  afterAll(() => app.close());

  it('the audit holds one address of a request, whatever a client says in front of the trusted proxy', async () => {
    const lead = await app.as('acme-lead', 'acme-prod');
    for (const said of ['<b>me</b>', 'unknown, 203.0.113.5', '203.0.113.6, x', '::FFFF:203.0.113.7', '2001:DB8:0::9']) {
      const headers = { 'x-forwarded-for': said, 'x-request-id': '00000000-0000-4000-8000-000000000000' };
      await lead.reply(nouns.servers.calls.read, { params: { serverId: `for-${said.length}` } }, headers);
      await app.nobody.reply(
        nouns.session.calls.login,
        { body: { ...USERS.admin, username: `who ${said.length}`, password: 'x' } },
        headers,
      );
    }
    const addresses = async (call: string) =>
      (await app.store.audit.list({ limit: 20, call })).filter(({ status }) => status >= 400).map(({ address }) => address);
    const expected = ['127.0.0.1', '203.0.113.5', '127.0.0.1', '203.0.113.7', '2001:db8::9'].toSorted();
    expect((await addresses('servers.read')).toSorted()).toEqual(expected);
    await expect.poll(async () => (await addresses('session.login')).toSorted()).toEqual(expected);
  });
});
