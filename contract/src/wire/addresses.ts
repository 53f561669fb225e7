/** Addresses in bodies (S0 §5). */
import { z } from 'zod';
import { canonicalIp } from '../validation/canonical.ts';
import { isUnicast, MAC } from './forms.ts';
import { patterned } from './patterned.ts';

/** Kept in its shortest form: `2001:DB8:0:0::1` as `2001:db8::1`. */
export const ipAddress = patterned('ip', z.union([z.ipv4().overwrite(canonicalIp), z.ipv6().overwrite(canonicalIp)], { error: 'ip' }));

/** Read with `:` or `-` between its pairs, in capitals or not, which the pattern says itself: JSON Schema has no flags. Kept as `fa:16:3e:00:00:01`. */
export const macAddress = patterned(
  'mac',
  z
    .string()
    .max(17, { error: 'mac', abort: true })
    .regex(MAC, { error: 'mac' })
    .overwrite((text) => text.toLowerCase().replaceAll('-', ':')),
);

/** One that an interface may have: not that of a group. */
export const unicastMac = patterned('mac_unicast', macAddress.refine(isUnicast, { error: 'mac_multicast' }));
