import { z } from 'zod';
import { system, tenant } from '../../access/roles.ts';
import { queryFlag, wholeOf, wholeQuery } from '../../wire/page.ts';
import { resourceCalls } from '../../wire/resource-calls.ts';
import { statusNames } from '../../wire/statuses.ts';
import { description, displayName, id, instant } from '../../wire/values.ts';
import { imageKind } from '../images/entity.ts';
import {
  attachVolumeBody,
  bulkStopBody,
  changePasswordBody,
  createImageBody,
  detachInterfaceBody,
  detachVolumeBody,
  moveBody,
  rebootBody,
  rebuildBody,
  rescueBody,
  resetStateBody,
  resizeBody,
  stopRequest,
  updateVolumeBody,
  type Reboot,
} from './bodies.ts';
import { consoleCall } from './console.ts';
import { serverCreateBody } from './create.ts';
import { serverKind } from './entity.ts';
import { HISTORY_RESULTS } from './history.ts';
import { serverMetadata, serverTags } from './metadata.ts';
import { serverTraits } from './placement.ts';
import { interfaceBody, serverInterfaces, updateInterfaceBody } from './interfaces.ts';
import * as rules from './rules.ts';
import { serverStat, statQuery } from './stat.ts';

const isRebootableBy = (server: rules.ServerState, body: Reboot) =>
  body.type === 'HARD' ? rules.isHardRebootable(server) : rules.isRebootable(server);

export const serverEvent = z.object({
  /** A name of S2 §4, e.g. `start`. */
  action: z.string(),
  request_id: z.string().nullable(),
  user_id: z.string().nullable(),
  /** Null where the user is not known (any more). */
  username: z.string().nullable(),
  started_at: instant,
  finished_at: instant.nullable(),
  result: z.enum(statusNames(HISTORY_RESULTS)),
  message: z.string().nullable(),
});

/** Something that an action of the history was made of, in the order of their beginnings. */
export const serverStep = z.object({
  /** As the engine calls it: `compute_stop_instance`, or a task state such as `powering-off`. */
  step: z.string(),
  started_at: instant,
  finished_at: instant.nullable(),
  result: z.enum(statusNames(HISTORY_RESULTS)),
  /** Why it failed, and where in the engine's code; engines tell that to those who run the cloud. */
  message: z.string().nullable(),
  traceback: z.string().nullable(),
});

const resource = {
  noun: 'servers',
  side: 'both',
  kind: serverKind,
  path: '/api/v2/compute/servers',
  param: 'serverId',
  many: tenant('compute_servers'),
  one: tenant('compute_server'),
  source: 'S2 §7',
} as const;

const calls = resourceCalls(resource);

/** Bodies with metadata or a script, also where each character of them is written as an escape. */
const LARGE_BODY = 512 * 1024;

/** States and transitions of servers. */
const source = 'S2 §4';

/** What is done to one server; each is a command of that name, at an address of its own. */
const actionCalls = {
  start: calls.act('start', { summary: 'Starts a stopped server', source, rule: rules.isStartable }),
  stop: calls.actWith('stop', {
    summary: 'Shuts a server down; if the guest does not respond in time, the server is powered off. Needs no body',
    source,
    body: stopRequest,
    options: ['timeout'],
    rule: rules.isStoppable,
  }),
  cancelStop: calls.act('cancelStop', {
    summary: 'Cancels a shutdown that waits for the guest: the server is not powered off, and the task ends as cancelled',
    source,
    rule: rules.isStopCancellable,
  }),
  powerOff: calls.act('powerOff', { summary: 'Powers a server off', source, rule: rules.isPowerOffable }),
  reboot: calls.actWith('reboot', { summary: 'Reboots a server', source, body: rebootBody, rule: isRebootableBy }),
  pause: calls.act('pause', { summary: 'Pauses a server; it stays in memory', source, rule: rules.isPausable }),
  unpause: calls.act('unpause', { summary: 'Resumes a paused server', source, rule: rules.isUnpausable }),
  suspend: calls.act('suspend', { summary: 'Suspends a server to disk', source, rule: rules.isSuspendable }),
  resume: calls.act('resume', { summary: 'Resumes a suspended server', source, rule: rules.isResumable }),
  shelve: calls.act('shelve', {
    summary: 'Shelves a server: it keeps its volumes and addresses and frees its node',
    source,
    rule: rules.isShelvable,
  }),
  unshelve: calls.act('unshelve', { summary: 'Unshelves a server', source, errors: ['no_capacity'], rule: rules.isUnshelvable }),
  rescue: calls.actWith('rescue', {
    summary: 'Boots a server from a rescue image',
    source,
    body: rescueBody,
    rule: rules.isRescuable,
  }),
  unrescue: calls.act('unrescue', {
    summary: 'Ends the rescue mode: the server boots from its own disk',
    source,
    rule: rules.isUnrescuable,
  }),
  rebuild: calls.actWith('rebuild', {
    summary: 'Rebuilds a server: an image replaces its boot disk',
    source,
    body: rebuildBody,
    rule: rules.isRebuildable,
  }),
  resize: calls.actWith('resize', {
    summary: 'Resizes a stopped server to another flavor; confirm or revert it afterwards',
    source,
    body: resizeBody,
    errors: ['quota_exceeded', 'no_capacity'],
    rule: rules.isResizable,
  }),
  confirmResize: calls.act('confirmResize', { summary: 'Confirms a resize or migration', source, rule: rules.isResizeConfirmable }),
  revertResize: calls.act('revertResize', { summary: 'Reverts a resize or migration', source, rule: rules.isResizeConfirmable }),
  liveResize: calls.actWith('liveResize', {
    summary: 'Resizes a running server to another flavor, if it allows that',
    source,
    body: resizeBody,
    errors: ['quota_exceeded', 'no_capacity'],
    rule: rules.isLiveResizable,
  }),
  changePassword: calls.actWith('changePassword', {
    summary: "Sets the password of the guest's administrator",
    source,
    body: changePasswordBody,
    rule: rules.isPasswordSettable,
  }),
  createImage: calls.actWith('createImage', {
    summary: 'Creates an image from the boot disk: `result.image_id` of the task names it',
    source,
    body: createImageBody,
    makes: { kind: imageKind, name: 'name', id: 'image_id' },
    rule: rules.isImageable,
  }),
  lock: calls.act('lock', { summary: 'Locks a server against changes', source, rule: rules.isLockable }),
  unlock: calls.act('unlock', { summary: 'Unlocks a server', source, rule: rules.isUnlockable }),
  attachVolume: calls.actWith('attachVolume', {
    summary: 'Attaches a volume to a server',
    source,
    body: attachVolumeBody,
    rule: rules.isVolumeAttachable,
  }),
  detachVolume: calls.deleteBy('detachVolume', 'detach_volume', {
    summary: 'Detaches a volume from a server: the address of its deletion, with the action detach',
    source: 'decision B3',
    body: detachVolumeBody,
    rule: rules.isDetachAllowed,
  }),
  updateVolume: calls.actWith('updateVolume', {
    summary: 'Sets whether an attached volume is deleted with the server',
    source,
    body: updateVolumeBody,
    rule: rules.isVolumeAttached,
  }),
  attachInterface: calls.actWith('attachInterface', {
    summary: 'Adds an interface to a server',
    source: 'S2 §7',
    body: interfaceBody,
    errors: ['no_free_address'],
    rule: rules.isInterfaceAttachable,
  }),
  updateInterface: calls.actWith('updateInterface', {
    summary: 'Updates addresses, security groups or spoofing protection of an interface',
    source: 'S2 §7',
    body: updateInterfaceBody,
    rule: rules.isInterfaceEditable,
  }),
  detachInterface: calls.actWith('detachInterface', {
    summary: 'Removes an interface from a server',
    source: 'S2 §7',
    body: detachInterfaceBody,
    rule: rules.isInterfaceEditable,
  }),
};

const operated = resourceCalls({ ...resource, side: 'administration', one: system('compute_server_operations') });

/** What only administrators do to a server. */
const operatorCalls = {
  migrate: operated.actWith('migrate', {
    summary: 'Migrates a stopped server to another node; confirm or revert it afterwards',
    source,
    body: moveBody,
    errors: ['no_capacity'],
    rule: rules.isMigratable,
  }),
  liveMigrate: operated.actWith('liveMigrate', {
    summary: 'Migrates a running server to another node',
    source,
    body: moveBody,
    errors: ['no_capacity'],
    rule: rules.isLiveMigratable,
  }),
  stopMigrate: operated.act('stopMigrate', {
    summary: 'Cancels a live migration: the server stays on its node',
    source,
    rule: rules.isMigrationChangeable,
  }),
  forceMigrate: operated.act('forceMigrate', {
    summary: 'Forces a live migration to finish: the guest is paused until its memory is copied',
    source,
    rule: rules.isMigrationChangeable,
  }),
  evacuate: operated.actWith('evacuate', {
    summary: 'Evacuates a server to another node, because its own is down',
    source,
    body: moveBody,
    errors: ['no_capacity'],
    rule: rules.isEvacuable,
  }),
  resetState: operated.actWith('resetState', {
    summary: 'Resets the state of a server',
    source,
    body: resetStateBody,
    rule: rules.isStateResettable,
  }),
};

export const serverCalls = {
  list: calls.list({ summary: 'Lists the servers of the scope' }),
  create: calls.create({
    summary: 'Creates a server, or several with the same settings as one task',
    body: serverCreateBody,
    maxBytes: LARGE_BODY,
    copies: 'count',
    // `own_disk` is no member: without a volume that is requested the server boots from its flavor's disk on the node.
    options: ['firmware', 'traits', 'ha_enabled', 'own_disk', 'reachable_from'],
    errors: ['quota_exceeded', 'no_capacity', 'no_free_address', 'state_conflict'],
    scope: 'project',
  }),
  read: calls.read({ summary: 'Shows a server' }),
  update: calls.update({
    summary: 'Updates name, description, metadata, tags, high availability or placements of a server',
    body: z
      .strictObject({
        name: displayName.optional(),
        description: description.optional(),
        /** All of it, not only what changes. */
        metadata: serverMetadata.optional(),
        ha_enabled: z.boolean().optional(),
        /** All of them. */
        tags: serverTags.optional(),
        /** All that it is bound to itself; those of its flavor stay. Its node has to offer them, where it is on one. */
        traits: serverTraits.optional(),
      })
      .refine((body) => Object.keys(body).length > 0, { error: 'nothing_to_change' })
      .meta({ examples: [{ name: 'web-2' }] }),
    maxBytes: LARGE_BODY,
    options: ['traits', 'ha_enabled'],
    rule: rules.isUpdatable,
  }),
  delete: calls.delete({
    summary: 'Deletes a server. Takes neither query nor body, so that a detachment without its body never deletes',
    rule: rules.isDeletable,
  }),
  ...actionCalls,
  ...operatorCalls,
  interfaces: calls.handled('interfaces', { summary: 'Lists the interfaces of a server', query: wholeQuery, answer: serverInterfaces }),
  events: calls.live('events', {
    summary: "Lists the actions of a server's history",
    query: wholeQuery,
    answer: wholeOf(serverEvent),
  }),
  steps: calls.live('steps', {
    summary: 'Shows an action of the history with its events',
    source: 'S2 §4',
    /** Absent: of the newest one. */
    query: wholeQuery.extend({ request_id: id.optional() }),
    answer: wholeOf(serverStep),
  }),
  states: calls.states({ summary: 'Lists the statuses of a server over the last 30 days' }),
  stat: calls.live('stat', {
    summary: 'Shows the usage of a server: processor, memory, disks, networks',
    query: statQuery,
    answer: serverStat,
  }),
  console: consoleCall,
  log: calls.live('log', {
    summary: 'Shows the console log of a server: its end, or with whole=True all that the cloud keeps',
    query: z.strictObject({ whole: queryFlag.optional() }),
    // `cut`: more was, or may have been, written before what is here.
    answer: z.object({ log: z.string(), cut: z.boolean() }),
  }),
  bulkStart: calls.bulk('start', 'bulkStart', { summary: 'Starts several servers, as one task', source, rule: rules.isStartable }),
  bulkStop: calls.bulkWith('stop', 'bulkStop', {
    summary: 'Shuts several servers down, as one task',
    source,
    body: bulkStopBody,
    options: ['timeout'],
    rule: rules.isStoppable,
  }),
  bulkPowerOff: calls.bulk('powerOff', 'bulkPowerOff', {
    summary: 'Powers several servers off, as one task',
    source,
    rule: rules.isPowerOffable,
  }),
  bulkReboot: calls.bulk('reboot', 'bulkReboot', { summary: 'Reboots several servers, as one task', source, rule: rules.isRebootable }),
  bulkSuspend: calls.bulk('suspend', 'bulkSuspend', {
    summary: 'Suspends several servers, as one task',
    source,
    rule: rules.isSuspendable,
  }),
  bulkResume: calls.bulk('resume', 'bulkResume', { summary: 'Resumes several servers, as one task', source, rule: rules.isResumable }),
  bulkShelve: calls.bulk('shelve', 'bulkShelve', { summary: 'Shelves several servers, as one task', source, rule: rules.isShelvable }),
  bulkUnshelve: calls.bulk('unshelve', 'bulkUnshelve', {
    summary: 'Unshelves several servers, as one task',
    source,
    rule: rules.isUnshelvable,
  }),
  bulkMigrate: operated.bulk('migrate', 'bulkMigrate', {
    summary: 'Migrates several servers to nodes that the cloud chooses, as one task; confirm or revert each afterwards',
    source,
    rule: rules.isMigratable,
  }),
  bulkDelete: calls.bulkDelete({ summary: 'Deletes several servers, as one task', source: 'decision B3', rule: rules.isDeletable }),
};
