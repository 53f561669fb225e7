/**
 * The walls between the rooms of ARCHITECTURE.md. Each room lists what it may import of ours; everything else of ours is refused,
 * so that a new folder starts without rights instead of with all of them.
 */

/** What of ours every room of the server may use: the ports, which hold types, and turns of the event loop. */
const serverCommon = ['server/src/port', 'server/src/turns'];

/** room → what it may import of ours beside itself */
const rooms = {
  'contract/src': [],
  'server/src/port': ['contract/src'],
  'server/src/store': ['contract/src', ...serverCommon],
  'server/src/turns': [],
  'server/src/access': ['contract/src', 'server/src/store', ...serverCommon],
  'server/src/tasks': ['contract/src', 'server/src/store', ...serverCommon],
  'server/src/ops': ['contract/src', 'server/src/store', 'server/src/tasks', ...serverCommon],
  'server/src/realtime': ['contract/src', 'server/src/store', 'server/src/access', ...serverCommon],
  'server/src/screens': ['contract/src', 'server/src/store', 'server/src/access', ...serverCommon],
  'server/src/accounts': ['contract/src', 'server/src/store', 'server/src/access', ...serverCommon],
  'server/src/objects': ['contract/src', 'server/src/store', 'server/src/access', 'server/src/accounts', ...serverCommon],
  'server/src/calls': [
    'contract/src',
    'server/src/store',
    'server/src/access',
    'server/src/tasks',
    'server/src/accounts',
    'server/src/objects',
    ...serverCommon,
  ],
  'server/src/nouns': [
    'contract/src',
    'server/src/store',
    'server/src/access',
    'server/src/calls',
    'server/src/accounts',
    'server/src/objects',
    ...serverCommon,
  ],
  'server/src/http': [
    'contract/src',
    'server/src/store',
    'server/src/access',
    'server/src/calls',
    'server/src/accounts',
    'server/src/objects',
    ...serverCommon,
  ],
  'server/src/engines': [
    'contract/src',
    'server/src/store',
    'server/src/tasks',
    'server/src/accounts',
    'server/src/objects',
    ...serverCommon,
  ],
  'console/src/ui': ['contract/src'],
  'console/src/app': ['contract/src', 'console/src/ui'],
  'console/src/features': ['contract/src', 'console/src/ui', 'console/src/app'],
};

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

const ours = '^(contract|server|console|e2e|bench|tools|lab)/';

/** What npm put below our folders is not ours. */
const notOurs = '[^/]+/node_modules/';

const roomRules = Object.entries(rooms).map(([room, allowed]) => ({
  name: `room ${room}`,
  comment: `may import of ours: ${['itself', ...allowed].join(', ')}`,
  severity: 'error',
  from: { path: `^${room}/` },
  to: { path: ours, pathNot: `^(${[`${room}/`, notOurs, ...allowed.map((path) => (/[$/]$/.test(path) ? path : `${path}/`))].join('|')})` },
}));

const floorRules = Object.entries(floors).map(([room, below]) => ({
  name: `store's ${room}`,
  comment: `may import of the store: ${['itself', ...below].join(', ')}`,
  severity: 'error',
  from: { path: `^server/src/store/${room}/` },
  to: { path: '^server/src/store/', pathNot: `^server/src/store/(${[room, ...below].join('|')})/` },
}));

export default {
  forbidden: [
    ...roomRules,
    ...floorRules,
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
      to: { path: '^(server|e2e|bench|lab)/' },
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
      comment: 'what two need stands in app or ui',
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
      severity: 'error',
      from: { path: '^(contract|server|console)/src/' },
      to: { path: '^(contract|server|console)/test/' },
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
