import { z } from 'zod';
import { canonicalRange } from '../validation/canonical.ts';
import { FORMS } from './forms.ts';
import { patterned } from './patterned.ts';

/** Forms that addresses of many hosts or one have; the bits behind the prefix may be anything (decision I3). */
const RANGES = [FORMS.ipv4_cidr, FORMS.ipv6_cidr, FORMS.ipv4, FORMS.ipv6];

/** `10.0.0.0/24`, `10.0.0.5/24` or `10.0.0.5`; kept by the first address: `10.0.0.0/24`, `10.0.0.5/32`. */
export const addressRange = patterned(
  'address_range',
  z
    .string()
    .max(64, { error: 'cidr', abort: true })
    .refine((text) => RANGES.some(({ fits }) => fits(text)), { error: 'cidr', abort: true })
    .overwrite(canonicalRange),
);
