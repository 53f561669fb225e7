/** Where the server listens, with what the system says of that in words of the configuration. */
import { once } from 'node:events';
import { lookup } from 'node:dns/promises';
import { createServer, type AddressInfo } from 'node:net';
import { Server as TlsServer } from 'node:tls';
import { ConfigError, type Config } from './config.ts';
import type { Listening } from './object-store.ts';

/** Milliseconds that requests under way have to finish at an orderly stop. */
const CLOSE_LIMIT = 10_000;

/** What the system says of an address or a port, in words of the configuration. */
const LISTEN_MISTAKES: Readonly<Record<string, (host: string, port: string) => string>> = {
  EADDRINUSE: (host, port) => `${port} of ${host} is in use by another program: choose another one, or stop that`,
  EACCES: (host, port) => `${port} of ${host} may not be used by this user: choose one above 1023`,
  EADDRNOTAVAIL: (host) => `GANTRY_HOST: ${host} is no address of this machine`,
  ENOTFOUND: (host) => `GANTRY_HOST: no address is known for ${host}`,
  EAI_AGAIN: (host) => `GANTRY_HOST: no address is known for ${host}`,
};

const addressOf = async (name: string): Promise<string> => (await lookup(name, { order: 'ipv4first' })).address;

async function inWords(name: string, variable: string, port: number, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const mistake = LISTEN_MISTAKES[code]?.(name, `${variable}: port ${port}`);
    throw mistake === undefined ? error : new ConfigError([mistake]);
  }
}

/** Ports that are taken are told before anything is filled, which may take minutes. Any port (0) is always there. */
export async function tryPorts(
  { host: name }: Pick<Config, 'host'>,
  ports: readonly (readonly [variable: string, port: number])[],
): Promise<void> {
  for (const [variable, port] of ports)
    await inWords(name, variable, port, async () => {
      const probe = createServer().listen({ host: await addressOf(name), port });
      await once(probe, 'listening');
      await new Promise((resolve) => probe.close(resolve));
    });
}

/** On one address, also where a name has several: what is attached to the listener's server would be missing from a second one. */
export async function listen(listener: Listening, name: string, variable: string, port: number): Promise<string> {
  await inWords(name, variable, port, async () => listener.listen({ host: await addressOf(name), port }));
  const { address, port: actual } = listener.server.address() as AddressInfo;
  const scheme = listener.server instanceof TlsServer ? 'https' : 'http';
  return `${scheme}://${address.includes(':') ? `[${address}]` : address}:${actual}`;
}

/** Answers under way have a while to end. */
export async function closeListener(listener: Listening): Promise<void> {
  const limit = setTimeout(() => listener.server.closeAllConnections(), CLOSE_LIMIT);
  try {
    await listener.close();
  } finally {
    clearTimeout(limit);
  }
}
