import { kinds, nouns } from '@gantry/contract';
import { searchCalls } from '@gantry/contract/nouns/search/calls';
import { sortKeys } from '@gantry/contract/wire/kind';
import { productEnv } from '../../tools/lib/product.ts';
import { signIn, signInTo, type Session } from '../../tools/lib/session.ts';
import { fillWithCopies, PROJECT } from './copies.ts';
import { plain, type Figure } from './figures.ts';
import { BUDGET_MS, timedAtMost } from './lists.ts';
import { startWatched, type Watched } from './watched.ts';

/** Of the palette, which asks all kinds at once. */
const SEARCH_MS = 50;

/** Lists that are measured beside that of servers: volumes come with the sample servers, the others are copies. */
const LISTED = { volume: nouns.volumes, network: nouns.networks, load_balancer_pool: nouns.loadBalancerPools } as const;

interface Named {
  id: string;
  name: string;
}

async function measureKind(session: Session, watched: Watched, scope: string, name: keyof typeof LISTED, runs: number): Promise<Figure[]> {
  const { path, answer } = LISTED[name].calls.list;
  const { data, count } = answer.parse(await session.get(`${path}?limit=1&with_count=true`)) as { data: Named[]; count?: number };
  const [one] = data;
  const figures = [plain(`${scope}: ${name}, in sight`, count ?? 0, '')];
  const queries: Record<string, string> = {
    'first page': '',
    ...Object.fromEntries(sortKeys(kinds.get(name)!).map((key) => [`sort ${key}:desc`, `&sort=${key}:desc`])),
    'filter id': `&id=${one?.id}`,
    'search, many': `&search=contains:${encodeURIComponent((one?.name || one?.id || '').slice(0, 3))}`,
    'search, none': '&search=contains:there-is-none',
  };
  for (const [what, query] of Object.entries(queries)) {
    const address = `${path}?limit=20&with_count=true${query}`;
    figures.push(await timedAtMost(`${scope}: ${name}, ${what}`, BUDGET_MS, { session, watched, address, runs }));
  }
  return figures;
}

/** What the palette asks: part of a name that many have, whole name, id, its beginning, an address, and what there is not. */
async function measureSearch(session: Session, watched: Watched, scope: string, runs: number): Promise<Figure[]> {
  const { path, answer } = nouns.servers.calls.list;
  const [server] = answer.parse(await session.get(`${path}?limit=1&sort=created_at:asc`)).data;
  if (!server) throw new Error('the scope has no servers');
  const texts = {
    'part of a name': server.name.slice(0, 3),
    'a name': server.name,
    'an id': server.id,
    'beginning of an id': server.id.slice(0, 8),
    'an address': server.networks[0]?.ips[0] ?? '10.64.0.10',
    nothing: 'there-is-none',
  };
  const figures: Figure[] = [];
  for (const [what, text] of Object.entries(texts)) {
    const address = `${searchCalls.find.path}?text=${encodeURIComponent(text)}`;
    figures.push(await timedAtMost(`${scope}: palette, ${what}`, SEARCH_MS, { session, watched, address, runs }));
  }
  return figures;
}

/** Lists of other kinds, and the palette over all of them, beside so many servers with a volume each. */
export async function measureKinds(data: string, servers: number, runs: number): Promise<Figure[]> {
  // One user asks as fast as answers come.
  const settings = {
    GANTRY_SAMPLE_SERVERS: String(servers),
    GANTRY_LOG_LEVEL: 'warn',
    GANTRY_USER_RATE: '10000',
    GANTRY_NETWORK_RATE: '10000',
  };
  await fillWithCopies(productEnv(data, settings));
  const watched = await startWatched(data, settings);
  const { product } = watched;
  try {
    const scopes = {
      'one project': await signInTo(product.selfService, 'acme', 'acme-member', PROJECT),
      system: (await signIn(product.selfService, 'default', 'admin')).wide(),
    };
    const figures: Figure[] = [];
    for (const [scope, session] of Object.entries(scopes)) {
      for (const name of Object.keys(LISTED))
        figures.push(...(await measureKind(session, watched, scope, name as keyof typeof LISTED, runs)));
      figures.push(...(await measureSearch(session, watched, scope, runs)));
    }
    return figures;
  } finally {
    await product.stop();
  }
}
