/** Which field has which form of S0 §5, or why none has it: rows of forms that nothing asks are claimed by no test. */
import type { FormName } from '@gantry/contract/wire/forms';

export interface FormUse {
  /** Row of the requirements; null where S0 §5 has none. */
  row: string | null;
  /** Where it is asked: a field of a call, or whatever else takes a text. */
  field?: string;
  /** What of the product asks it, from the root, and by which name of `forms.ts`. */
  by?: { file: string; name: string };
  /** Why nothing does. */
  unused?: string;
}

const subnets = 'contract/src/validation/cidr.ts';
const addresses = 'contract/src/wire/addresses.ts';

export const FORM_USES: Readonly<Record<FormName, FormUse>> = {
  ipv4: { row: 'valid.ipv4', field: 'networks.createSubnet gateway_ip', by: { file: subnets, name: 'FORMS.ipv4.fits' } },
  ipv6: { row: null, field: 'networks.createSubnet gateway_ip', by: { file: subnets, name: 'FORMS.ipv6.fits' } },
  ipv4_cidr: { row: 'valid.ipv4-cidr', field: 'networks.createSubnet cidr', by: { file: subnets, name: 'FORMS.ipv4_cidr.fits' } },
  ipv6_cidr: { row: 'valid.ipv6-cidr', field: 'networks.createSubnet cidr', by: { file: subnets, name: 'FORMS.ipv6_cidr.fits' } },
  mac: { row: 'valid.mac', field: 'servers.detachInterface mac_addr', by: { file: addresses, name: 'MAC' } },
  mac_unicast: { row: 'valid.mac-unicast', field: 'servers.attachInterface mac_addr', by: { file: addresses, name: 'isUnicast' } },
  port: {
    row: 'valid.port',
    field: 'loadBalancerPools.create protocol_port, backend_protocol_port: numbers between the bounds of the form',
    by: { file: 'contract/src/nouns/load-balancer-pools/bodies.ts', name: 'PORT.min, PORT.max' },
  },
  port_or_zero: {
    row: 'valid.port-zero',
    field: 'GANTRY_PORT, GANTRY_ADMIN_PORT, GANTRY_S3_PORT of the configuration; 0 is any that is free',
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
    field: 'objectStorage.createBucket name',
    by: { file: 'contract/src/nouns/object-storage/names.ts', name: 'NAME_LOWERCASE' },
  },
  no_slash: { row: 'valid.no-slash', field: 'users.create name', by: { file: 'contract/src/nouns/users/bodies.ts', name: 'NO_SLASH' } },
  certificate_file: {
    row: 'valid.cert-ext',
    field: 'files of certificates in the form of a pool',
    by: { file: 'console/src/parts/load-balancing/tls-fields.tsx', name: 'CERTIFICATE_EXTENSIONS' },
  },
  key_file: {
    row: 'valid.key-ext',
    field: 'file of a key in the form of a pool',
    by: { file: 'console/src/parts/load-balancing/tls-fields.tsx', name: 'KEY_EXTENSIONS' },
  },
  label_list: { row: 'valid.k8s-labels', unused: 'There are no Kubernetes clusters yet, whose worker groups have labels.' },
};
