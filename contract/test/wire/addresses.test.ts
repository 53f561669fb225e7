import { expect, it } from 'vitest';
import { z } from 'zod';
import { ipAddress, macAddress, unicastMac } from '../../src/wire/addresses.ts';

it('a MAC address has : or - between its pairs, and is kept in one form [valid.mac]', () => {
  for (const mac of ['00:11:22:aa:bb:cc', '00-11-22-AA-BB-CC']) expect(macAddress.parse(mac)).toBe('00:11:22:aa:bb:cc');
  for (const none of ['001122aabbcc', '00:11:22-aa-bb-cc', '00:11:22:aa:bb', '00:11:22:aa:bb:cg'])
    expect(macAddress.safeParse(none).success, none).toBe(false);
});

it('an IP address is of version 4 or 6 [valid.ipv4]', () => {
  for (const ip of ['10.0.0.1', 'fd00::1']) expect(ipAddress.safeParse(ip).success, ip).toBe(true);
  for (const none of ['256.0.0.1', '10.0.0', 'fd00::1/64']) expect(ipAddress.safeParse(none).success, none).toBe(false);
});

it('the address that an interface may have is described as that of one device', () => {
  expect(z.toJSONSchema(unicastMac, { io: 'input' })).toMatchObject({ 'x-pattern': 'mac_unicast' });
});
