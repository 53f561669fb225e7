import { describe, expect, it } from 'vitest';
import { connectionOf } from '../../../src/features/servers/details/ssh.ts';
import { aServer } from '../../support/console-page.tsx';

const [network] = aServer().networks;
const having = (ips: string[], fixed: string[], more = {}) =>
  aServer({
    networks: [{ ...network!, ips }],
    network_data: [{ mac_addr: network!.mac_addr, fixed_ips: fixed }],
    ...more,
  });

describe('the command that leads into a guest', () => {
  it('the SSH command has the user that the server names and its floating address', () => {
    const server = having(['10.0.0.2', '203.0.113.9'], ['10.0.0.2'], { username: 'operator' });
    expect(connectionOf(server, 'Debian 13', 'linux')).toEqual({
      address: '203.0.113.9',
      isInside: false,
      command: 'ssh operator@203.0.113.9',
    });
  });

  it.each([
    ['Debian 13', 'debian'],
    ['Ubuntu 24.04', 'ubuntu'],
    ['AlmaLinux 10', 'almalinux'],
    ['Rocky Linux 9', 'rocky'],
    ['CentOS Stream 10', 'cloud-user'],
  ])('the SSH command has the user of the image %s where the server names none', (image, user) => {
    expect(connectionOf(having(['10.0.0.2'], ['10.0.0.2']), image, 'linux')?.command).toBe(`ssh ${user}@10.0.0.2`);
  });

  it('the SSH command names no user where none is known, and prefers an address of IPv4', () => {
    const reached = connectionOf(having(['fd00::2', '10.0.0.2'], ['fd00::2', '10.0.0.2']), null, null);
    expect(reached).toEqual({ address: '10.0.0.2', isInside: true, command: 'ssh 10.0.0.2' });
  });

  it('offers no SSH command for Windows or for a machine without an address', () => {
    expect(connectionOf(having(['10.0.0.2'], ['10.0.0.2']), 'Windows 2025', 'windows')?.command).toBeUndefined();
    expect(connectionOf(having([], []), 'Debian', 'linux')).toBeUndefined();
  });
});
