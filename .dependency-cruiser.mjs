/**
 * The walls between the rooms of ARCHITECTURE.md. Each room lists what it may import of ours; everything else of ours is refused,
 * so that a new folder starts without rights instead of with all of them.
 */

/** Of the store, what works on its port alone: who sees what, what blocks a deletion, and a lease that is lost. */
const aboutRows = ['store/visibility/visibility.ts', 'store/lists/blockers.ts', 'store/tasks/leases.ts'];

/**
 * The rooms of the server from the ground up: what each may import of ours beside itself, the contract and the ground. It names rooms
 * above it in this list, or files of them; so the graph of rooms has no circle.
 */
const serverRooms = {
  port: [],
  turns: [],
  store: [],
  access: ['store'],
  accounts: ['store', 'access'],
  tasks: ['store'],
  objects: ['store', 'access', 'accounts'],
  'engines/shared': ['objects'],
  'engines/embedded': [...aboutRows, 'engines/shared'],
  'engines/openstack': [...aboutRows, 'engines/shared'],
  'engines/prometheus': ['engines/shared'],
  'engines/rgw': ['objects', 'engines/shared'],
  'engines/s3': ['engines/shared'],
  calls: ['store', 'access', 'accounts', 'tasks', 'objects'],
  nouns: ['store', 'access', 'accounts', 'objects', 'engines', 'calls'],
  seed: [...aboutRows, 'engines/shared', 'engines/embedded', 'nouns'],
  doctor: ['store', 'engines/embedded'],
  ops: ['store', 'tasks'],
  realtime: ['store', 'access'],
  screens: ['store', 'access'],
  http: ['store', 'access', 'accounts', 'objects', 'calls'],
};

/** What puts them together sees all of them. */
serverRooms.app = Object.keys(serverRooms);

/** What all rooms may use: the ports, which hold types, and turns of the event loop. They import none of ours themselves. */
const ground = ['port', 'turns'];

const order = Object.keys(serverRooms);
for (const [room, allowed] of Object.entries(serverRooms))
  for (const one of allowed) {
    const at = order.findLastIndex((name) => one === name || one.startsWith(`${name}/`) || name.startsWith(`${one}/`));
    if (at < 0 || at >= order.indexOf(room)) throw new Error(`room ${room}: ${one} does not stand above it in the list`);
  }

/** What a path of the server allows: a file, or all of a folder. */
const ofServer = (path) => `server/src/${path.endsWith('.ts') ? `${path.replaceAll('.', '\\.')}$` : path}`;

/** room → what it may import of ours beside itself */
const rooms = {
  'contract/src': [],
  ...Object.fromEntries(
    Object.entries(serverRooms).map(([room, allowed]) => [
      `server/src/${room}`,
      ['contract/src', ...[...(ground.includes(room) ? [] : ground), ...allowed].map(ofServer)],
    ]),
  ),
  'console/src/ui': ['contract/src'],
  'console/src/app': ['contract/src', 'console/src/ui'],
  'console/src/parts': ['contract/src', 'console/src/ui', 'console/src/app'],
  'console/src/features': ['contract/src', 'console/src/ui', 'console/src/app', 'console/src/parts'],
};

/** A part of the nouns: `embedded.ts` or a folder `embedded` of one, and what lists them all, `nouns/embedded.ts`. */
const partOfNouns = (name) => `server/src/nouns/[^/]+/${name}[./]|server/src/nouns/${name}s?[.]ts$`;

/** The parts of a noun: what each may import of the server beside itself. */
const nounParts = {
  shared: [...aboutRows, 'accounts'],
  embedded: [...aboutRows, 'accounts', 'engines/shared', 'engines/embedded'],
  openstack: [...aboutRows, 'accounts', 'engines/shared', 'engines/openstack'],
  handler: ['store', 'access', 'accounts', 'objects', 'calls'],
};

/**
 * What is around the product, in order: each stands on some of those above it. Of the product's tests they use those that are meant for it, and of
 * the console what a test asks without its pages.
 */
const around = {
  fakes: ['contract/src'],
  tools: ['contract/src', 'server/src', 'server/test/(faults|http/largest)', 'console/src/features/nouns/shared\\.ts$'],
  bench: ['contract/src', 'server/src', 'server/test/(support/postgres|realtime/support/wire)\\.ts$', 'fakes', 'tools/lib'],
  e2e: ['contract/src', 'console/src/(app/router/return-route\\.ts$|parts/object-storage/)', 'fakes', 'tools'],
  lab: ['contract/src', 'tools', 'bench/src'],
};

/** The parts of the console that are made of other parts, and of which; all others know none. */
const madeOf = { volumes: ['quotas'], 'storage-policies': ['quotas'] };

/**
 * The floors of the store: each room's rooms below it. What opens the store (`open.ts`, `look.ts`, `figures.ts`) stands above all of them,
 * and no room imports it.
 */
const floors = {
  crypto: [],
  faults: [],
  values: [],
  sql: [],
  visibility: ['sql'],
  logs: ['sql', 'values'],
  records: ['sql'],
  objects: ['sql'],
  tasks: ['sql', 'crypto'],
  'sign-in': ['sql', 'crypto'],
  entries: ['sql', 'values'],
  lists: ['entries', 'visibility', 'sql', 'values'],
  rows: ['entries', 'visibility', 'sql', 'values'],
  schema: ['entries', 'visibility', 'sql', 'crypto', 'values', 'faults'],
  postgres: ['sql', 'faults'],
  sqlite: ['lists', 'entries', 'visibility', 'sql', 'faults'],
};

const ours = '^(contract|server|console|fakes|e2e|bench|tools|lab)/';

/** What npm put below our folders is not ours. */
const notOurs = '[^/]+/node_modules/';

/** A path that is no file stands for all of its folder. */
const asFolder = (path) => (/[$/)]$/.test(path) ? path : `${path}/`);

const roomRules = Object.entries({ ...rooms, ...around }).map(([room, allowed]) => ({
  name: `room ${room}`,
  comment: `may import of ours: ${['itself', ...allowed].join(', ')}`,
  severity: 'error',
  from: { path: `^${room}/` },
  to: { path: ours, pathNot: `^(${[`${room}/`, notOurs, ...allowed.map(asFolder)].join('|')})` },
}));

const floorRules = Object.entries(floors).map(([room, below]) => ({
  name: `store's ${room}`,
  comment: `may import of the store: ${['itself', ...below].join(', ')}`,
  severity: 'error',
  from: { path: `^server/src/store/${room}/` },
  to: { path: '^server/src/store/', pathNot: `^server/src/store/(${[room, ...below].join('|')})/` },
}));

const nounRules = Object.entries(nounParts).map(([part, allowed]) => {
  const nouns = part === 'handler' || part === 'shared' ? [part] : [part, 'shared'];
  return {
    name: `nouns' ${part}`,
    comment: `may import of the server: ${[...nouns, ...ground, ...allowed].join(', ')}`,
    severity: 'error',
    from: { path: `^(${partOfNouns(part)})` },
    to: {
      path: '^server/src/',
      pathNot: `^(${[...nouns.map(partOfNouns), ...[...ground, ...allowed].map(ofServer).map(asFolder)].join('|')})`,
    },
  };
});

const partRules = Object.entries(madeOf).map(([part, below]) => ({
  name: `console's part ${part}`,
  comment: `may import of the parts: ${['itself', ...below].join(', ')}`,
  severity: 'error',
  from: { path: `^console/src/parts/${part}/` },
  to: { path: '^console/src/parts/', pathNot: `^console/src/parts/(${[part, ...below].join('|')})/` },
}));

export default {
  forbidden: [
    ...roomRules,
    ...nounRules,
    {
      name: 'a file of a noun is of one of its parts',
      comment: `these are ${Object.keys(nounParts).join(', ')}`,
      severity: 'error',
      from: {},
      to: { path: '^server/src/nouns/', pathNot: `^(${Object.keys(nounParts).map(partOfNouns).join('|')})` },
    },
    ...floorRules,
    ...partRules,
    {
      name: 'a part never imports another part',
      comment: 'unless it is made of it, as said above',
      severity: 'error',
      from: { path: '^console/src/parts/([^/]+)/', pathNot: `^console/src/parts/(${Object.keys(madeOf).join('|')})/` },
      to: { path: '^console/src/parts/', pathNot: '^console/src/parts/$1/' },
    },
    {
      name: 'a room of the store has a floor',
      comment: 'it stands among the floors above',
      severity: 'error',
      from: {},
      to: { path: '^server/src/store/[^/]+/', pathNot: `^server/src/store/(${Object.keys(floors).join('|')})/` },
    },
    {
      name: 'server never imports the console',
      severity: 'error',
      from: { path: '^server/' },
      to: { path: '^(console|e2e|bench|lab)/' },
    },
    {
      name: 'console never imports the server',
      severity: 'error',
      from: { path: '^console/' },
      to: { path: '^(server|fakes|e2e|bench|lab)/' },
    },
    {
      name: 'an engine never imports another engine',
      severity: 'error',
      from: { path: '^server/src/engines/([^/]+)/' },
      to: { path: '^server/src/engines/[^/]+/', pathNot: '^server/src/engines/($1|shared)/' },
    },
    {
      name: 'an engine never sees HTTP, sessions or sockets',
      severity: 'error',
      from: { path: `^(server/src/engines/|${['embedded', 'openstack', 'shared'].map(partOfNouns).join('|')})` },
      to: { path: '^(server/)?(node_modules/)?(fastify|@fastify/[^/]+|socket\\.io|ws)(/|$)' },
    },
    {
      name: 'a feature never imports another feature',
      comment: 'what two need stands in parts, app or ui',
      severity: 'error',
      from: { path: '^console/src/features/([^/]+)/' },
      to: { path: '^console/src/features/[^/]+/', pathNot: '^console/src/features/($1/|[^/]+$)' },
    },
    {
      name: 'the contract needs zod and ipaddr.js and nothing else',
      severity: 'error',
      from: { path: '^contract/src/' },
      to: { dependencyTypes: ['core', 'npm', 'npm-dev', 'npm-no-pkg', 'npm-unknown'], pathNot: '(^|/)node_modules/(zod|ipaddr\\.js)/' },
    },
    {
      name: 'sources never import tests',
      comment: 'nor what is around the product',
      severity: 'error',
      from: { path: '^(contract|server|console)/src/' },
      to: { path: '^((contract|server|console)/test|fakes|tools)/' },
    },
    {
      name: 'no file needs one that needs it',
      comment: 'also not for a type, and not for what is loaded later: what both need has a file of its own',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    // What the build makes has no file (console/build).
    { name: 'every import is found', severity: 'error', from: {}, to: { couldNotResolve: true, pathNot: '^virtual:' } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    parser: 'swc',
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
  },
};
