import type { Server } from '@gantry/contract/nouns/servers/entity';
import * as rules from '@gantry/contract/nouns/servers/rules';
import type { Rule } from '@gantry/contract/wire/rule-result';
import type { ComponentType } from 'react';
import { api, type ApiCall } from '../../../app/api/calls.ts';
import type { ActionDialogProps } from '../../../ui/action/action.ts';
import type { SubjectName } from '../edit/subjects.ts';
import type en from '../texts/en.json';

/** Name of an action in the texts; what it asks is at `confirm.<key>-title` and `confirm.<key>-body`. */
export type ActionKey = keyof (typeof en)['action'];

/** Something that can be done to a server. Menu, header and bulk bar are made from the list of them. */
export interface ServerAction {
  key: ActionKey;
  /** Of the menu, where it has one line with others; what is done most often has its own. */
  group?: keyof (typeof en)['group'];
  /** One of them has to be open to the user; the first one is what is called. */
  calls: readonly [ApiCall, ...ApiCall[]];
  body?: Readonly<Record<string, string | boolean>>;
  /** What the cloud has to take for it: a capability such as `server.update:traits`. */
  option?: string;
  rule: Rule<Server>;
  /** For pairs such as pausing and unpausing: the one that makes sense now is shown. */
  fits?(server: Server): boolean;
  despite?: readonly string[];
  danger?: true;
  /** Asks before it runs: what it interrupts, and what is lost. */
  asks?: true;
  /** What takes it back: nothing is asked, and that is offered once it is done. */
  undo?: ActionKey;
  /** Offers to shelve instead. */
  orShelve?: true;
  /** Asks how long the guest has, where the cloud waits by the user's clock. */
  withLimit?: true;
  bulk?: ApiCall;
  /** Has fields: in a dialog of its own, or at an address of its own. */
  dialog?(): Promise<ComponentType<ActionDialogProps<Server>>>;
  subject?: SubjectName;
}

const { servers, volumes } = api;
const is =
  (...statuses: string[]) =>
  ({ status }: Server): boolean =>
    statuses.includes(status);
const isNot =
  (...statuses: string[]) =>
  ({ status }: Server): boolean =>
    !statuses.includes(status);
const SHELVED = ['SHELVED', 'SHELVED_OFFLOADED'] as const;

/** A running server that allows it is resized as it runs, any other one shut off, by its user or by the cloud. */
export const isAnyhowResizable: Rule<rules.ServerState> = (server) =>
  rules.isLiveResizable(server) === true ? true : rules.isResizable(server);

const POWER: readonly ServerAction[] = [
  { key: 'start', calls: [servers.start], rule: rules.isStartable, fits: rules.isStopped, bulk: servers.bulkStart },
  {
    key: 'stop',
    calls: [servers.stop],
    rule: rules.isStoppable,
    fits: (server) => !rules.isStopped(server) && server.task_state !== 'powering-off',
    asks: true,
    orShelve: true,
    withLimit: true,
    bulk: servers.bulkStop,
  },
  {
    key: 'cancel-stop',
    calls: [servers.cancelStop],
    rule: rules.isStopCancellable,
    fits: ({ task_state: task }) => task === 'powering-off',
    despite: ['servers.stop'],
  },
  {
    key: 'power-off',
    group: 'power',
    calls: [servers.powerOff],
    rule: rules.isPowerOffable,
    despite: ['servers.stop'],
    danger: true,
    asks: true,
    orShelve: true,
    bulk: servers.bulkPowerOff,
  },
  {
    key: 'reboot',
    calls: [servers.reboot],
    body: { type: 'SOFT' },
    rule: rules.isRebootable,
    // Its place has what is decided then.
    fits: isNot('VERIFY_RESIZE'),
    asks: true,
    bulk: servers.bulkReboot,
  },
  {
    key: 'hard-reboot',
    group: 'power',
    calls: [servers.reboot],
    body: { type: 'HARD' },
    rule: rules.isHardRebootable,
    despite: ['servers.reboot', 'servers.pause', 'servers.unpause', 'servers.suspend', 'servers.resume'],
    danger: true,
    asks: true,
  },
];

const STATE: readonly ServerAction[] = [
  { key: 'pause', group: 'power', calls: [servers.pause], rule: rules.isPausable, fits: isNot('PAUSED'), undo: 'unpause' },
  { key: 'unpause', group: 'power', calls: [servers.unpause], rule: rules.isUnpausable, fits: is('PAUSED') },
  {
    key: 'suspend',
    group: 'power',
    calls: [servers.suspend],
    rule: rules.isSuspendable,
    fits: isNot('SUSPENDED'),
    asks: true,
    bulk: servers.bulkSuspend,
  },
  {
    key: 'resume',
    group: 'power',
    calls: [servers.resume],
    rule: rules.isResumable,
    fits: is('SUSPENDED'),
    bulk: servers.bulkResume,
  },
  {
    key: 'shelve',
    group: 'power',
    calls: [servers.shelve],
    rule: rules.isShelvable,
    fits: isNot(...SHELVED),
    asks: true,
    bulk: servers.bulkShelve,
  },
  {
    key: 'unshelve',
    group: 'power',
    calls: [servers.unshelve],
    rule: rules.isUnshelvable,
    fits: is(...SHELVED),
    bulk: servers.bulkUnshelve,
  },
  { key: 'lock', group: 'power', calls: [servers.lock], rule: rules.isLockable, fits: ({ locked }) => !locked, undo: 'unlock' },
  { key: 'unlock', group: 'power', calls: [servers.unlock], rule: rules.isUnlockable, fits: ({ locked }) => locked, undo: 'lock' },
];

const CHANGE: readonly ServerAction[] = [
  { key: 'rename', group: 'change', calls: [servers.update], rule: rules.isRenamable, subject: 'name' },
  {
    key: 'resize',
    group: 'change',
    calls: [servers.resize, servers.liveResize],
    rule: isAnyhowResizable,
    fits: isNot('VERIFY_RESIZE'),
    subject: 'flavor',
  },
  {
    key: 'extend-disk',
    group: 'change',
    calls: [volumes.extend],
    rule: rules.isDiskResizable,
    // A disk of its node is as large as its flavor says.
    fits: (server) => rules.bootVolumeOf(server) !== undefined,
    dialog: async () => (await import('./dialogs/extend-disk.tsx')).ExtendDiskDialog,
  },
  {
    key: 'confirm-resize',
    calls: [servers.confirmResize],
    // It is the answer to a question that the server's state asks; nothing is interrupted, and another resize leads back.
    rule: rules.isResizeConfirmable,
    fits: is('VERIFY_RESIZE'),
  },
  {
    key: 'revert-resize',
    group: 'change',
    calls: [servers.revertResize],
    rule: rules.isResizeConfirmable,
    fits: is('VERIFY_RESIZE'),
    asks: true,
  },
  { key: 'password', group: 'change', calls: [servers.changePassword], rule: rules.isPasswordSettable, subject: 'password' },
  { key: 'metadata', group: 'change', calls: [servers.update], rule: rules.isMetadataChangeable, subject: 'metadata' },
  {
    key: 'placement',
    group: 'change',
    calls: [servers.update],
    option: 'server.update:traits',
    rule: rules.isPlacementChangeable,
    subject: 'placement',
  },
  {
    key: 'ha-on',
    group: 'change',
    calls: [servers.update],
    option: 'server.update:ha_enabled',
    body: { ha_enabled: true },
    rule: rules.isMetadataChangeable,
    fits: ({ ha_enabled: on }) => !on,
    undo: 'ha-off',
  },
  {
    key: 'ha-off',
    group: 'change',
    calls: [servers.update],
    option: 'server.update:ha_enabled',
    body: { ha_enabled: false },
    rule: rules.isMetadataChangeable,
    fits: ({ ha_enabled: on }) => on,
    undo: 'ha-on',
  },
];

const MEND: readonly ServerAction[] = [
  {
    key: 'create-image',
    calls: [servers.createImage],
    rule: rules.isImageable,
    dialog: async () => (await import('./dialogs/create-image.tsx')).CreateImageDialog,
  },
  {
    key: 'rescue',
    group: 'power',
    calls: [servers.rescue],
    rule: rules.isRescuable,
    fits: isNot('RESCUE'),
    dialog: async () => (await import('./dialogs/rescue.tsx')).RescueDialog,
  },
  { key: 'unrescue', group: 'power', calls: [servers.unrescue], rule: rules.isUnrescuable, fits: is('RESCUE'), asks: true },
  {
    key: 'rebuild',
    group: 'change',
    calls: [servers.rebuild],
    rule: rules.isRebuildable,
    danger: true,
    dialog: async () => (await import('./dialogs/rebuild.tsx')).RebuildDialog,
  },
];

/** For administrators. */
const MOVE: readonly ServerAction[] = [
  {
    key: 'migrate',
    group: 'move',
    calls: [servers.migrate],
    rule: rules.isMigratable,
    dialog: async () => (await import('./dialogs/move.tsx')).MigrateDialog,
    bulk: servers.bulkMigrate,
  },
  {
    key: 'live-migrate',
    group: 'move',
    calls: [servers.liveMigrate],
    rule: rules.isLiveMigratable,
    fits: isNot('MIGRATING'),
    dialog: async () => (await import('./dialogs/move.tsx')).LiveMigrateDialog,
  },
  {
    key: 'stop-migrate',
    group: 'move',
    calls: [servers.stopMigrate],
    rule: rules.isMigrationChangeable,
    fits: is('MIGRATING'),
    asks: true,
  },
  {
    key: 'force-migrate',
    group: 'move',
    calls: [servers.forceMigrate],
    rule: rules.isMigrationChangeable,
    fits: is('MIGRATING'),
    asks: true,
  },
  {
    key: 'evacuate',
    group: 'move',
    calls: [servers.evacuate],
    rule: rules.isEvacuable,
    danger: true,
    dialog: async () => (await import('./dialogs/move.tsx')).EvacuateDialog,
  },
  {
    key: 'reset-state',
    group: 'move',
    calls: [servers.resetState],
    rule: rules.isStateResettable,
    danger: true,
    dialog: async () => (await import('./dialogs/reset-state.tsx')).ResetStateDialog,
  },
];

/** Everything that can be done to a server, but for deleting it, in the order of the menu. */
export const SERVER_ACTIONS: readonly ServerAction[] = [...POWER, ...STATE, ...CHANGE, ...MEND, ...MOVE];
