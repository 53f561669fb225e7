import type { Server } from '@gantry/contract/nouns/servers/entity';
import { nicsOf } from '../attachments/nics.ts';

/** Users that the usual images come with, by a word of their names. */
const USERS: readonly (readonly [RegExp, string])[] = [
  [/ubuntu/i, 'ubuntu'],
  [/debian/i, 'debian'],
  [/alma/i, 'almalinux'],
  [/rocky/i, 'rocky'],
  [/fedora/i, 'fedora'],
  [/centos|red ?hat|rhel/i, 'cloud-user'],
  [/suse/i, 'opensuse'],
  [/alpine/i, 'alpine'],
  [/cirros/i, 'cirros'],
  [/arch/i, 'arch'],
  [/freebsd/i, 'freebsd'],
];

export interface Connection {
  /** The address that is reached from farthest. */
  address: string;
  /** Nothing says that it is reached from outside of its network. */
  isInside: boolean;
  /** What one types to sign in; undefined where the guest takes no SSH as a rule. */
  command: string | undefined;
}

/**
 * How one reaches a server: by a floating address where it has one, else by its first of IPv4. The user is the one that the server names,
 * else the one that images of that name come with. Undefined: it has no address.
 * @param image name of what it was made from
 */
export function connectionOf(server: Server, image: string | null, os: string | null): Connection | undefined {
  const nics = nicsOf(server);
  const floating = nics.flatMap((nic) => nic.floating)[0];
  const fixed = nics.flatMap((nic) => nic.ips);
  const address = floating ?? fixed.find((ip) => !ip.includes(':')) ?? fixed[0];
  if (address === undefined) return undefined;
  const user = server.username ?? USERS.find(([word]) => word.test(image ?? ''))?.[1];
  const target = user === undefined ? address : `${user}@${address}`;
  return { address, isInside: floating === undefined, command: /windows/i.test(os ?? '') ? undefined : `ssh ${target}` };
}
