import fc from 'fast-check';
import * as rules from '@gantry/contract/nouns/servers/rules';
import { isYes, type Rule } from '@gantry/contract/wire/rule-result';
import type { ServerDocument } from '../../../../src/engines/embedded/platform/documents.ts';

export const FLAVORS = ['tiny', 'small', 'medium', 'large', 'xlarge'] as const;
const IMAGES = ['Debian 13', 'Ubuntu 24.04 LTS', 'Windows Server 2025'] as const;
const NODES = ['node-001', 'node-002'] as const;
const METADATA = [
  {},
  { 'gantry.fault': 'resize' },
  { 'gantry.fault': 'shelve:stuck' },
  { 'gantry.fault': 'revertResize' },
  { 'gantry.fault': 'liveMigrate:stuck' },
  { 'gantry.guest': 'halts' },
  { 'gantry.guest': 'stubborn' },
];

const TRAITS = [[], ['CUSTOM_SSD'], ['CUSTOM_GPU']];

interface Kind {
  rule: Rule<rules.ServerState>;
  /** Flavors and images by their names. */
  bodies?: readonly object[];
}

const always: Rule<rules.ServerState> = () => true;

const KINDS: Readonly<Record<string, Kind>> = {
  start: { rule: rules.isStartable },
  stop: { rule: rules.isStoppable },
  powerOff: { rule: rules.isPowerOffable },
  reboot: { rule: rules.isRebootable, bodies: [{ type: 'SOFT' }, { type: 'HARD' }] },
  pause: { rule: rules.isPausable },
  unpause: { rule: rules.isUnpausable },
  suspend: { rule: rules.isSuspendable },
  resume: { rule: rules.isResumable },
  shelve: { rule: rules.isShelvable },
  unshelve: { rule: rules.isUnshelvable },
  rescue: { rule: rules.isRescuable },
  unrescue: { rule: rules.isUnrescuable },
  rebuild: { rule: rules.isRebuildable, bodies: IMAGES.map((image) => ({ image_id: image })) },
  resize: { rule: rules.isResizable, bodies: FLAVORS.map((flavor) => ({ flavor_id: flavor })) },
  confirmResize: { rule: rules.isResizeConfirmable },
  revertResize: { rule: rules.isResizeConfirmable },
  liveResize: { rule: rules.isLiveResizable, bodies: FLAVORS.map((flavor) => ({ flavor_id: flavor })) },
  changePassword: { rule: rules.isPasswordSettable, bodies: [{ password: 'correct horse battery 9' }] },
  createImage: { rule: rules.isImageable, bodies: [{ name: 'copy' }] },
  lock: { rule: rules.isLockable },
  unlock: { rule: rules.isUnlockable },
  migrate: { rule: rules.isMigratable, bodies: [{}, ...NODES.map((node_id) => ({ node_id }))] },
  liveMigrate: { rule: rules.isLiveMigratable, bodies: [{}, ...NODES.map((node_id) => ({ node_id }))] },
  stopMigrate: { rule: rules.isMigrationChangeable },
  forceMigrate: { rule: rules.isMigrationChangeable },
  evacuate: { rule: rules.isEvacuable },
  resetState: { rule: rules.isStateResettable, bodies: [{ state: 'active' }, { state: 'error' }] },
  update: { rule: always, bodies: [...METADATA.map((metadata) => ({ metadata })), ...TRAITS.map((traits) => ({ traits }))] },
  delete: { rule: rules.isDeletable },
};

/** What is nearly always allowed: it is done now and then, lest nothing else is. */
const SELDOM: ReadonlySet<string> = new Set(['update', 'lock', 'resetState']);

/** What may be done to one server: mostly what its state allows, now and then anything. */
export interface Act {
  server: number;
  pick: number;
  body: number;
  isBlind: boolean;
  /** Milliseconds until the next step. */
  wait: number;
}

export const act: fc.Arbitrary<Act> = fc.record({
  server: fc.nat({ max: 20 }),
  pick: fc.nat({ max: 1000 }),
  body: fc.nat({ max: 1000 }),
  isBlind: fc.nat({ max: 5 }).map((digit) => digit === 0),
  wait: fc.constantFrom(0, 0, 1000, 5000, 5000, 5000),
});

/** Command and body of an act on a server as it is now. */
export function chosenFor({ pick, body, isBlind }: Act, server: ServerDocument): { command: string; body: object } {
  const verbs = Object.keys(KINDS).filter((verb) => isBlind || (!SELDOM.has(verb) && isYes(KINDS[verb]!.rule(server))));
  const verb = verbs[pick % verbs.length] ?? 'update';
  const bodies = KINDS[verb]!.bodies ?? [{}];
  return { command: `server.${verb}`, body: bodies[body % bodies.length]! };
}
