import { ICMP_PROTOCOLS, PORT_PROTOCOLS } from '@gantry/contract/nouns/security-groups/protocols';
import { SERVICES } from '@gantry/contract/nouns/security-groups/services';
import { useTranslation } from 'react-i18next';

type Ports = readonly [first: number, last: number] | null;

const NAMES: Readonly<Record<string, string>> = { 'ipv6-icmp': 'ICMPv6', udplite: 'UDP-Lite' };

/** What a rule of a security group lets through, in words. */
export function useRuleWords() {
  const { t } = useTranslation('resource');
  const isService = (protocol: string | null, ports: Ports) =>
    SERVICES.find((one) => one.ports !== null && one.protocol === protocol && one.ports[0] === ports?.[0] && one.ports[1] === ports[1])?.id;
  return {
    /** @param protocol null: any */
    protocol: (protocol: string | null): string =>
      protocol === null ? t('rule.any-protocol') : (NAMES[protocol] ?? protocol.toUpperCase()),
    /** `22 (SSH)`, `80–90`; of ICMP its type and code. Null where the protocol has none. */
    ports(protocol: string | null, ports: Ports): string | null {
      if (protocol === null || PORT_PROTOCOLS.has(protocol)) {
        if (ports === null) return t('rule.all-ports');
        const [first, last] = ports;
        const service = isService(protocol, ports);
        const range = first === last ? String(first) : `${first}–${last}`;
        return service === undefined ? range : `${range} (${service})`;
      }
      return ports !== null && ICMP_PROTOCOLS.has(protocol) ? t('rule.icmp-type', { type: ports.join('/') }) : null;
    },
    anywhere: t('rule.anywhere'),
  };
}
