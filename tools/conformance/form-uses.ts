/** Which field has which form of S0 §5, or why none has it: rows of forms that nothing asks are claimed by no test. */
import type { FormName } from '@gantry/contract/wire/forms';
import type { PatternName } from '@gantry/contract/wire/patterns';

export interface FormUse {
  /** Row of the requirements; null where S0 §5 has none. */
  row: string | null;
  /** Text fields of calls that ask it: `networks.createSubnet gateway_ip`. */
  fields?: readonly string[];
  /** What else asks it: a number, a setting, a file. */
  elsewhere?: string;
  /** What of the product asks it, from the root, and by which name of `forms.ts`. */
  by?: { file: string; name: string };
  /** Why nothing does. */
  unused?: string;
}

const subnets = 'contract/src/validation/cidr.ts';
const addresses = 'contract/src/wire/addresses.ts';

export const FORM_USES: Readonly<Record<FormName, FormUse>> = {
  ipv4: { row: 'valid.ipv4', fields: ['networks.createSubnet gateway_ip'], by: { file: subnets, name: 'FORMS.ipv4.fits' } },
  ipv6: { row: null, fields: ['networks.createSubnet gateway_ip'], by: { file: subnets, name: 'FORMS.ipv6.fits' } },
  ipv4_cidr: {
    row: 'valid.ipv4-cidr',
    fields: ['networks.createSubnet cidr', 'routers.update routes.*.destination'],
    by: { file: subnets, name: 'FORMS.ipv4_cidr.fits' },
  },
  ipv6_cidr: {
    row: 'valid.ipv6-cidr',
    fields: ['networks.createSubnet cidr', 'routers.update routes.*.destination'],
    by: { file: subnets, name: 'FORMS.ipv6_cidr.fits' },
  },
  mac: { row: 'valid.mac', fields: ['servers.detachInterface mac_addr'], by: { file: addresses, name: 'MAC' } },
  mac_unicast: {
    row: 'valid.mac-unicast',
    fields: [
      'servers.create interfaces.*.mac_addr',
      'servers.attachInterface mac_addr',
      'servers.updateInterface mac_addr',
      'floatingIps.create assign.mac_addr',
      'floatingIps.assign mac_addr',
    ],
    by: { file: addresses, name: 'isUnicast' },
  },
  port: {
    row: 'valid.port',
    elsewhere: 'loadBalancerPools.create protocol_port, backend_protocol_port: numbers between the bounds of the form',
    by: { file: 'contract/src/nouns/load-balancer-pools/bodies.ts', name: 'PORT.min, PORT.max' },
  },
  port_or_zero: {
    row: 'valid.port-zero',
    elsewhere: 'GANTRY_PORT, GANTRY_ADMIN_PORT, GANTRY_S3_PORT of the configuration; 0 is any that is free',
    by: { file: 'server/src/app/config.ts', name: 'FORMS.port_or_zero.fits' },
  },
  port_range: { row: 'valid.port-range', unused: 'Rules of security groups take the first and the last port as two numbers.' },
  name_letter: { row: 'valid.name-letter-255', unused: 'Names are free text in any script (decision I2).' },
  name_words: { row: 'valid.name-32-spaces', unused: 'Names are free text in any script (decision I2).' },
  name_short: { row: 'valid.name-3-32', unused: 'Names are free text in any script (decision I2).' },
  host_name: {
    row: 'valid.hostname-like',
    unused: 'Host names that are typed have several parts, and may begin with a digit; those of guests follow from their names.',
  },
  alphanumeric: {
    row: 'valid.alphanumeric',
    unused: 'Keys and ids of letters and digits alone are made by the server, and typed by nobody.',
  },
  alphanumeric_words: { row: 'valid.alnum-space-underscore-hyphen', unused: 'Names are free text in any script (decision I2).' },
  name_lowercase: {
    row: 'valid.lowercase-name',
    fields: ['objectStorage.createKey buckets.*', 'objectStorage.updateKey buckets.*', 'objectStorage.createUserKey buckets.*'],
    by: { file: 'contract/src/nouns/object-storage/names.ts', name: 'NAME_LOWERCASE' },
  },
  no_slash: { row: 'valid.no-slash', fields: ['users.create name'], by: { file: 'contract/src/nouns/users/bodies.ts', name: 'NO_SLASH' } },
  certificate_file: {
    row: 'valid.cert-ext',
    elsewhere: 'files of certificates in the form of a pool',
    by: { file: 'console/src/parts/load-balancing/tls-fields.tsx', name: 'CERTIFICATE_EXTENSIONS' },
  },
  key_file: {
    row: 'valid.key-ext',
    elsewhere: 'file of a key in the form of a pool',
    by: { file: 'console/src/parts/load-balancing/tls-fields.tsx', name: 'KEY_EXTENSIONS' },
  },
  label_list: { row: 'valid.k8s-labels', unused: 'There are no Kubernetes clusters yet, whose worker groups have labels.' },
};

/** Rows of S0 §5 whose patterns are none of `forms.ts`: all text fields that follow each. */
export const PATTERN_USES: readonly { rows: readonly string[]; pattern: PatternName; fields: readonly string[] }[] = [
  {
    rows: ['valid.password-16', 'valid.password-12'],
    pattern: 'new_password',
    fields: [
      'session.login new_password',
      'session.changePassword new_password',
      'servers.create password',
      'servers.changePassword password',
      'users.create password',
      'users.setPassword password',
    ],
  },
  { rows: ['valid.ssh-key'], pattern: 'public_key', fields: ['keyPairs.create public_key'] },
];

/** Rows of S0 §5 that files are judged by. */
export const FILE_USES: readonly Required<Pick<FormUse, 'row' | 'elsewhere' | 'by'>>[] = [
  'valid.image-ext-iso',
  'valid.image-ext-template',
].map((row) => ({
  row,
  elsewhere: 'the file in the form of an image',
  by: { file: 'console/src/features/images/add-page.tsx', name: 'formatOfFile' },
}));
