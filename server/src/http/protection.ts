import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

/** Everything from our own origin, nothing inline. Pages may not be framed. */
const CONTENT = {
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'img-src': ["'self'", 'data:'],
  'media-src': ["'self'"],
  'font-src': ["'self'"],
  'connect-src': ["'self'"],
  'base-uri': ["'self'"],
  'form-action': ["'self'"],
  'object-src': ["'none'"],
  'frame-ancestors': ["'none'"],
};

/** What a page may ask of the machine it is shown on: nothing but the full screen and the clipboard, both for the screens of servers. */
const PERMISSIONS = [
  ...['camera', 'display-capture', 'geolocation', 'hid', 'microphone', 'midi', 'payment', 'serial', 'usb'].map((name) => `${name}=()`),
  ...['clipboard-read', 'clipboard-write', 'fullscreen'].map((name) => `${name}=(self)`),
].join(', ');

/** A year. Not for subdomains: whose they are we do not know. */
const ENCRYPTED_ONLY = 'max-age=31536000';

/** Adds the headers by which browsers protect who uses the console. "Encrypted only" goes with encrypted answers, ours or a trusted proxy's. */
export async function protect(app: FastifyInstance): Promise<void> {
  app.addHook('onRequest', async ({ protocol }, reply) => {
    reply.header('permissions-policy', PERMISSIONS);
    if (protocol === 'https') reply.header('strict-transport-security', ENCRYPTED_ONLY);
  });
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: CONTENT },
    strictTransportSecurity: false,
    xFrameOptions: { action: 'deny' },
  });
}
