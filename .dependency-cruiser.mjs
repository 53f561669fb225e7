/**
 * The walls between the rooms of ARCHITECTURE.md. Each room lists what it may import of ours; everything else of ours is refused,
 * so that a new folder starts without rights instead of with all of them.
 */

/** What of ours every room of the server may use: clock, addresses, turns of the event loop, and the port of the engines, which holds types only. */
const serverCommon = ['server/src/clock\\.ts$', 'server/src/address\\.ts$', 'server/src/turns', 'server/src/engines/engine\\.ts$'];

/** room → what it may import of ours beside itself */
const rooms = {
  'contract/src': [],
  'server/src/store': ['contract/src', 'server/src/clock\\.ts$', 'server/src/turns'],
  'server/src/turns': [],
  'server/src/access': ['contract/src', 'server/src/store', ...serverCommon],
  'server/src/tasks': ['contract/src', 'server/src/store', ...serverCommon],
  'server/src/ops': ['contract/src', 'server/src/store', 'server/src/tasks', ...serverCommon],
  'server/src/realtime': ['contract/src', 'server/src/store', 'server/src/access', ...serverCommon],
  'server/src/screens': ['contract/src', 'server/src/store', 'server/src/access', ...serverCommon],
  'server/src/s3': ['contract/src', 'server/src/store', 'server/src/access', ...serverCommon],
  'server/src/http': ['contract/src', 'server/src/store', 'server/src/access', 'server/src/tasks', 'server/src/s3', ...serverCommon],
  'server/src/engines': ['contract/src', 'server/src/store', 'server/src/tasks', 'server/src/s3', ...serverCommon],
  'console/src/ui': ['contract/src'],
  'console/src/app': ['contract/src', 'console/src/ui'],
  'console/src/parts': ['contract/src', 'console/src/ui', 'console/src/app'],
  'console/src/features': ['contract/src', 'console/src/ui', 'console/src/app', 'console/src/parts'],
};

/**
 * What is around the product, in order: each stands on some of those above it. Of the product's tests they use those that are meant for it, and of
 * the console what a test asks without its pages.
 */
const around = {
  fakes: ['contract/src'],
  tools: ['contract/src', 'server/src', 'server/test/(faults|http/largest)', 'console/src/app/i18n/one-language\\.ts$'],
  bench: ['contract/src', 'server/src', 'server/test/(support/postgres|realtime/support/wire)\\.ts$', 'fakes', 'tools/lib'],
  e2e: ['contract/src', 'console/src/(app/router/return-route\\.ts$|parts/object-storage/)', 'fakes', 'tools'],
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
  port: ['crypto'],
  sql: ['port'],
  visibility: ['sql', 'port'],
  logs: ['sql', 'values', 'port'],
  records: ['sql', 'port'],
  objects: ['sql', 'port'],
  tasks: ['sql', 'crypto', 'port'],
  'sign-in': ['sql', 'crypto', 'port'],
  entries: ['sql', 'values', 'port'],
  lists: ['entries', 'visibility', 'sql', 'values', 'port'],
  rows: ['entries', 'visibility', 'sql', 'values', 'port'],
  schema: ['entries', 'visibility', 'sql', 'crypto', 'values', 'faults'],
  postgres: ['sql', 'faults'],
  sqlite: ['lists', 'entries', 'visibility', 'sql', 'faults'],
};

const ours = '^(contract|server|console|fakes|e2e|bench|tools|lab)/';

/** What npm put below our folders is not ours. */
const notOurs = '[^/]+/node_modules/';

const roomRules = Object.entries({ ...rooms, ...around }).map(([room, allowed]) => ({
  name: `room ${room}`,
  comment: `may import of ours: ${['itself', ...allowed].join(', ')}`,
  severity: 'error',
  from: { path: `^${room}/` },
  to: { path: ours, pathNot: `^(${[`${room}/`, notOurs, ...allowed.map((path) => (/[$/)]$/.test(path) ? path : `${path}/`))].join('|')})` },
}));

const floorRules = Object.entries(floors).map(([room, below]) => ({
  name: `store's ${room}`,
  comment: `may import of the store: ${['itself', ...below].join(', ')}`,
  severity: 'error',
  from: { path: `^server/src/store/${room}/` },
  to: { path: '^server/src/store/', pathNot: `^server/src/store/(${[room, ...below].join('|')})/` },
}));

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
      to: { path: '^server/src/engines/[^/]+/', pathNot: '^server/src/engines/$1/' },
    },
    {
      name: 'an engine never sees HTTP, sessions or sockets',
      severity: 'error',
      from: { path: '^server/src/engines/' },
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
    { name: 'every import is found', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    parser: 'swc',
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
  },
};
