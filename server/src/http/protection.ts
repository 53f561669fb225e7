import helmet from '@fastify/helmet';
import type { FastifyInstance, FastifyReply } from 'fastify';

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

const PAGE_POLICY = Object.entries(CONTENT)
  .map(([name, values]) => [name, ...values].join(' '))
  .join(';');

/** What a page may ask of the machine it is shown on: nothing but the full screen and the clipboard, both for the screens of servers. */
const PERMISSIONS = [
  ...['camera', 'display-capture', 'geolocation', 'hid', 'microphone', 'midi', 'payment', 'serial', 'usb'].map((name) => `${name}=()`),
  ...['clipboard-read', 'clipboard-write', 'fullscreen'].map((name) => `${name}=(self)`),
].join(', ');

/** A year. Not for subdomains: whose they are we do not know. */
const ENCRYPTED_ONLY = 'max-age=31536000';

/** Nothing may be made of it, should it be opened by itself. */
const OF_DATA = "default-src 'none';frame-ancestors 'none'";
/** What is nobody's page, and has its policy from the page that asks for it. */
const DATA = /^(?:application\/json|(?:text|application)\/javascript|text\/css)\b/;
/** What only means something with a page: half a kilobyte that each of thirty answers would carry. */
const PAGES_ONLY = [
  'permissions-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
];

/** Takes off what says something to pages only. Answers that brought a policy of their own stay as they are. */
function unburden({ raw }: FastifyReply): void {
  const isOurs = raw.getHeader('content-security-policy') === PAGE_POLICY;
  if (!isOurs) return;
  raw.setHeader('content-security-policy', OF_DATA);
  for (const name of PAGES_ONLY) raw.removeHeader(name);
}

/** Adds the headers by which browsers protect who uses the console. "Encrypted only" goes with encrypted answers, ours or a trusted proxy's. */
export async function protect(app: FastifyInstance): Promise<void> {
  app.addHook('onRequest', async ({ protocol }, reply) => {
    reply.raw.setHeader('permissions-policy', PERMISSIONS);
    if (protocol === 'https') reply.header('strict-transport-security', ENCRYPTED_ONLY);
  });
  app.addHook('onSend', async (_request, reply) => {
    if (DATA.test(String(reply.getHeader('content-type') ?? ''))) unburden(reply);
  });
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: CONTENT },
    strictTransportSecurity: false,
    xFrameOptions: { action: 'deny' },
  });
}
