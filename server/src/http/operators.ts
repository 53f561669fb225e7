/** Who may see how a server is doing: an operator on the machine itself, or one who has the token. */
import { timingSafeEqual } from 'node:crypto';
import { BlockList, isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { hashOf } from '../access/tokens.ts';

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/** By these a proxy gives itself away: what comes through one comes from somewhere else. */
const FORWARDED = [
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-prefix',
  'x-forwarded-proto',
  'x-real-ip',
  'forwarded',
  'via',
] as const;

/** Compared by their hashes, so that neither length nor content shows in the time it takes. */
const isSame = (given: string, wanted: string): boolean => timingSafeEqual(Buffer.from(hashOf(given)), Buffer.from(hashOf(wanted)));

/** Whether a request carries the token. */
export function bringsToken({ headers }: FastifyRequest, token: string): boolean {
  const given = /^Bearer ([^\s]+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';
  return isSame(given, token);
}

/** Whether a request comes from this machine. The connection decides, not what a header says. */
export function isFromHere({ raw, headers }: FastifyRequest): boolean {
  const { remoteAddress: address = '' } = raw.socket;
  const family = isIP(address);
  return family !== 0 && LOOPBACK.check(address, family === 6 ? 'ipv6' : 'ipv4') && FORWARDED.every((name) => headers[name] === undefined);
}
