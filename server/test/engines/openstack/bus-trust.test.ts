/** The message bus of a cloud over TLS: trusted by the certificates that its clouds.yaml names. */
import type { AddressInfo } from 'node:net';
import { createServer, type Server, type TlsOptions } from 'node:tls';
import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { listen } from '../../../src/engines/openstack/mirror/notifications.ts';
import type { Trust } from '../../../src/port/trust.ts';
import { makeCertificate } from '../../support/certificate.ts';

const [ours, client] = [makeCertificate(), makeCertificate({ hosts: ['client'] })];
/** What a client of AMQP 0-9-1 sends first. */
const PROTOCOL = Buffer.from([...Buffer.from('AMQP'), 0, 0, 9, 1]);

let bus: Server | undefined;
afterEach(() => bus?.close());

/** What the bus is sent first, or why it counts as lost, whichever is first. */
async function reach(options: TlsOptions, trust: Trust): Promise<Buffer | string | null> {
  const outcome = Promise.withResolvers<Buffer | string | null>();
  const server = createServer(options, (socket) => {
    // how the other side leaves is nothing to the bus
    socket.on('error', () => undefined);
    socket.once('data', (bytes) => {
      outcome.resolve(bytes);
      socket.destroy();
    });
  });
  bus = server;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const end = new AbortController();
  const listening = listen(
    {
      settings: { url: `amqps://user:secret@127.0.0.1:${(server.address() as AddressInfo).port}/`, exchanges: ['nova'] },
      trust,
      log: pino({ level: 'silent' }),
      touchedBy: () => [],
      touched: () => undefined,
      arriving: () => undefined,
      lost: (reason) => outcome.resolve(reason),
    },
    end.signal,
  );
  const first = await outcome.promise;
  end.abort();
  await listening;
  return first;
}

describe('the message bus of a cloud over TLS', () => {
  it.each([
    ['its authority is named', { ca: ours.cert }],
    ['certificates are not looked at', { rejectUnauthorized: false }],
  ])('the message bus is spoken to where %s', async (_, trust) => {
    expect(await reach(ours, trust)).toEqual(PROTOCOL);
  });

  it.each([
    ['no authority is named', {}],
    ['another authority is named', { ca: client.cert }],
  ])('the message bus counts as lost for its certificate, told without the password, where %s', async (_, trust) => {
    expect(await reach(ours, trust)).toMatch(/^the certificate of 127\.0\.0\.1:\d+ \(Gantry test\) is of an authority that is not trusted/);
  });

  it('a message bus that wants a certificate of its client is shown that of the cloud', async () => {
    const strict: TlsOptions = { ...ours, ca: client.cert, requestCert: true, rejectUnauthorized: true, maxVersion: 'TLSv1.2' };
    const own = { cert: Buffer.from(client.cert), key: Buffer.from(client.key) };
    expect(await reach(strict, { ca: ours.cert, ...own })).toEqual(PROTOCOL);
    expect(await reach(strict, { ca: ours.cert })).toMatch(/wants a certificate of its client: cert and key of the clouds\.yaml$/);
  });
});
