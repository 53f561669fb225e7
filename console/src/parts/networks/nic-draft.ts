/** A network card as it is typed: in the wizard, and in the dialogs of a server's interfaces. */
import type { interfaceBody, updateInterfaceBody } from '@gantry/contract/nouns/servers/interfaces';
import { z } from 'zod';
import { partErrorsAt, type PartErrors } from '../../ui/form/field-errors.ts';

const text = z.string();

/** Called as the members of the body, so that what is wrong with one is told at its field. */
export const nicShape = z.object({
  network_id: text,
  /** Empty: one of the cloud's own. */
  mac_addr: text,
  /** As they are typed; none, or only empty ones: the next free one. */
  fixed_ips: z.object({ ipv4: z.array(text), ipv6: z.array(text) }),
  spoofing_protection: z.boolean(),
  /** Absent: the default group. */
  security_group_ids: z.array(text).optional(),
});
export type DraftNic = z.infer<typeof nicShape>;

export const newNic = (network: string): DraftNic => ({
  network_id: network,
  mac_addr: '',
  fixed_ips: { ipv4: [], ipv6: [] },
  spoofing_protection: true,
  security_group_ids: undefined,
});

export const addressesIn = ({ fixed_ips: { ipv4, ipv6 } }: Pick<DraftNic, 'fixed_ips'>): string[] =>
  [...ipv4, ...ipv6].map((ip) => ip.trim()).filter((ip) => ip !== '');

/** What is wrong with each typed address, of what is wrong with the interface that it becomes a part of. */
export function addressErrors({ fixed_ips: { ipv4, ipv6 } }: Pick<DraftNic, 'fixed_ips'>, marks: PartErrors) {
  const of = partErrorsAt(marks, 'fixed_ips');
  let place = 0;
  const inTurn = (typed: readonly string[]) => typed.map((ip) => (ip.trim() === '' ? undefined : of[place++]));
  return { ipv4: inTurn(ipv4), ipv6: inTurn(ipv6) };
}

const isV6 = (ip: string): boolean => ip.includes(':');

/** Addresses as they are typed. */
export const typedAddresses = (ips: readonly string[]): DraftNic['fixed_ips'] => ({
  ipv4: ips.filter((ip) => !isV6(ip)),
  ipv6: ips.filter(isV6),
});

/** The interface that is asked for. What is as the cloud would have it anyway is left out. */
export function interfaceOf(nic: DraftNic): z.input<typeof interfaceBody> {
  const ips = addressesIn(nic);
  const { network_id, mac_addr: mac, spoofing_protection: isProtected, security_group_ids: groups } = nic;
  return {
    network_id,
    ...(mac.trim() !== '' && { mac_addr: mac.trim() }),
    ...(ips.length > 0 && { fixed_ips: ips }),
    ...(isProtected ? groups && { security_group_ids: groups } : { spoofing_protection: false }),
  };
}

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((item) => other.includes(item));

/** What of an interface changes; the others stay as they are. */
export function changeOf(nic: DraftNic, before: DraftNic): z.input<typeof updateInterfaceBody> {
  const { spoofing_protection: isProtected, security_group_ids: groups = [] } = nic;
  const ips = addressesIn(nic);
  return {
    mac_addr: nic.mac_addr,
    ...(!isSame(ips, addressesIn(before)) && { fixed_ips: ips }),
    ...(isProtected !== before.spoofing_protection && { spoofing_protection: isProtected }),
    ...(isProtected && !isSame(groups, before.security_group_ids ?? []) && { security_group_ids: groups }),
  };
}
