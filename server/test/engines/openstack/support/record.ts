/**
 * Records the answers that the tests replay, from a running lab (`lab/openstack/up` and `seed`): from the root of the repository
 * `npx node server/test/engines/openstack/support/record.ts`. Makes a few things of each kind, lets the engine's own client read them,
 * tries what is refused, and removes what it made. Wants a lab with nothing else in it: `lab/openstack/down --wipe`, `up`, `seed`.
 */
import { prepare } from './lab.ts';
import {
  CLOUD,
  normalPath,
  withoutSecrets,
  writeRecording,
  type Exchange,
  type Recording,
} from '../../../../../fakes/openstack/recording.ts';
import { holderOf } from '../../../../../fakes/openstack/recording.ts';
import { steady } from './steady.ts';
import { tour } from './tour.ts';

const PORTS: Readonly<Record<string, string>> = {
  '5000': 'identity',
  '8774': 'compute',
  '9292': 'image',
  '9696': 'network',
  '8776': 'volume',
  '8778': 'placement',
};

const exchanges: Exchange[] = [];
/** Token → who holds it. */
const holders = new Map<string, string>();
const realFetch = globalThis.fetch;

const cleanText = (text: string): string =>
  text.replace(/http:\/\/127\.0\.0\.1:(\d+)/g, (whole, port: string) => (PORTS[port] ? `${CLOUD}/${PORTS[port]}` : whole));

function parsed(text: string): unknown {
  try {
    return withoutSecrets(JSON.parse(text));
  } catch {
    return text; // the image service refuses in HTML
  }
}

async function recordingFetch(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
  const url = new URL(String(input));
  const service = PORTS[url.port];
  const response = await realFetch(input, init);
  if (!service) return response;
  const text = await response.clone().text();
  const headers = new Headers(init?.headers);
  const body = typeof init?.body === 'string' ? (JSON.parse(init.body) as unknown) : null;
  const exchange: Exchange = {
    as: holders.get(headers.get('x-auth-token') ?? '') ?? null,
    method: init?.method ?? 'GET',
    path: normalPath(`/${service}${url.pathname}${url.search}`),
    version: headers.get('openstack-api-version'),
    sent: withoutSecrets(body),
    status: response.status,
    headers: Object.fromEntries([...response.headers].filter(([name]) => ['x-openstack-request-id', 'content-type'].includes(name))),
    answer: parsed(cleanText(text)),
  };
  if (url.pathname.endsWith('/auth/tokens') && body) {
    const { auth } = body as { auth: { identity: { token?: { id: string } } } };
    const from = auth.identity.token;
    if (from) exchange.sent = { auth: { ...auth, identity: { methods: ['token'], token: { id: holders.get(from.id) } } } };
    const token = response.headers.get('x-subject-token');
    if (token) holders.set(token, holderOf((exchange.answer as { token: Parameters<typeof holderOf>[0] }).token));
  }
  exchanges.push(exchange);
  return response;
}

const lab = await prepare('lab/openstack/clouds.yaml');
globalThis.fetch = recordingFetch;
try {
  await tour(lab);
} finally {
  globalThis.fetch = realFetch;
  await lab.clean();
}

/** What the lab had before anything was done to it; polls for changes tell of what was done. */
const isListing = ({ method, path }: Exchange): boolean => method === 'GET' && /[?&]limit=/.test(path) && !path.includes('changes-since');

/** The same question is kept once, with its last answer, as polling repeats itself; a listing with its first. */
const unique = new Map<string, Exchange>();
for (const exchange of exchanges.filter(({ method, status }) => method !== 'DELETE' || status >= 400)) {
  const { as, method, path: asked, version, sent, status } = exchange;
  const key = JSON.stringify([as, method, asked, version, sent, status]);
  if (!unique.has(key) || !isListing(exchange)) unique.set(key, exchange);
}
const recording: Recording = {
  about: `OpenStack Zed, recorded ${new Date().toISOString().slice(0, 10)}`,
  names: lab.names,
  exchanges: [...unique.values()],
};
writeRecording(steady(recording));
console.log(`${recording.exchanges.length} exchanges in fixtures/zed`);
