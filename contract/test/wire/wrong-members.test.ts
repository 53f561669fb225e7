import { expect, it } from 'vitest';
import type { z } from 'zod';
import { metricsCalls } from '../../src/nouns/metrics/calls.ts';
import { s3ArchiveBody } from '../../src/nouns/object-storage/archives.ts';
import { ruleAddBody, ruleCreateBody, securityGroupBody } from '../../src/nouns/security-groups/bodies.ts';

const tcp = { direction: 'ingress', protocol: 'tcp', port_range_min: 80, port_range_max: 90 };
const asked = { query: 'up', start: '0', end: '600', step: '60' };
const archive = { bucket: 'photos', folder: '2026/', keys: ['2026/summer.jpg'] };

it.each<[string, z.ZodType, object, string]>([
  ['a prefix of 33 bits', ruleCreateBody, { ...tcp, security_group_id: 'g', remote_ip_prefix: '10.1.2.3/33' }, 'remote_ip_prefix: cidr'],
  [
    'an unknown protocol',
    ruleAddBody,
    { security_group_rules: [{ ...tcp, protocol: 'tpc' }] },
    'security_group_rules.0.protocol: ip_protocol',
  ],
  [
    'a port beyond the last',
    securityGroupBody,
    { name: 'web', security_group_rules: [{ ...tcp, port_range_min: 70_000 }] },
    'security_group_rules.0.port_range_min: too_large',
  ],
  ['a port before the first', ruleCreateBody, { ...tcp, security_group_id: 'g', port_range_max: -1 }, 'port_range_max: too_small'],
  ['a start that is no number', metricsCalls.range.query!, { ...asked, start: 'now' }, 'start: invalid'],
  ['an end of too many digits', metricsCalls.range.query!, { ...asked, end: '9'.repeat(21) }, 'end: too_long'],
  ['a step that is no number', metricsCalls.range.query!, { ...asked, step: '1m' }, 'step: invalid'],
  ['a key of too many signs', s3ArchiveBody, { ...archive, keys: ['x'.repeat(1025)] }, 'keys.0: too_long'],
  ['an empty key', s3ArchiveBody, { ...archive, keys: [''] }, 'keys.0: required'],
  ['a folder without its slash', s3ArchiveBody, { ...archive, folder: '2025' }, 'folder: object_folder'],
])('of %s one thing is said, and nothing of the members beside it', (_what, schema, body, said) => {
  expect(schema.safeParse(body).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)).toEqual([said]);
});
