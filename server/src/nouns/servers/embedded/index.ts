import type { ChangePassword, Reboot, Stop } from '@gantry/contract/nouns/servers/bodies';
import * as rules from '@gantry/contract/nouns/servers/rules';
import type { Rule } from '@gantry/contract/wire/rule-result';
import type { Engine } from '../../../port/engine.ts';
import type { ServerDocument } from '../../../engines/embedded/platform/documents.ts';
import type { Action } from '../../../engines/embedded/platform/plans.ts';
import { asyncOperation } from '../../../engines/embedded/platform/changes.ts';
import type { NounParts } from '../../../engines/embedded/platform/lifecycle.ts';
import { halting } from './guests.ts';
import { transitionsOf } from './transitions.ts';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';
import { deleteServer, serverAction } from './actions.ts';
import { cancelStop, lockServer, resetState, updateServer } from './immediate.ts';
import { createServer } from './create.ts';
import { liveResizeServer, resizeServer } from './resize.ts';
import { createImage, rebuildServer, rescueServer } from './images.ts';
import { attachInterface, detachInterface, updateInterface } from './interfaces.ts';
import { evacuateServer, liveMigrateServer, migrateServer, unshelveServer } from './moves.ts';
import { forceMigration, stopMigration } from './migration.ts';
import { attachVolume, detachVolume, updateVolume } from './volumes.ts';

/** Servers go through more than a resource that is kept. */
export const servers = (platform: Platform): NounParts => ({
  commands: serverCommands(platform),
  asyncOperations: [asyncOperation(halting)],
  works: [transitionsOf(platform)],
});

/** What is done to servers, by the names of the contract's calls. */
const serverCommands = (platform: Platform): Engine['commands'] => {
  /** Needs nothing but the server itself. */
  const plain = (action: Action, rule: Rule<ServerDocument>) => serverAction(platform, () => ({ action, rule }));
  return {
    'server.create': createServer(platform),
    'server.update': updateServer(platform),
    'server.delete': deleteServer(platform),
    'server.start': plain('start', rules.isStartable),
    'server.stop': serverAction<Partial<Stop> | undefined>(platform, (body) => ({
      action: 'stop',
      rule: rules.isStoppable,
      timeout: body?.timeout,
    })),
    'server.cancelStop': cancelStop(platform),
    'server.powerOff': plain('powerOff', rules.isPowerOffable),
    'server.reboot': serverAction(platform, ({ type }: Reboot) =>
      type === 'HARD' ? { action: 'hardReboot', rule: rules.isHardRebootable } : { action: 'reboot', rule: rules.isRebootable },
    ),
    'server.pause': plain('pause', rules.isPausable),
    'server.unpause': plain('unpause', rules.isUnpausable),
    'server.suspend': plain('suspend', rules.isSuspendable),
    'server.resume': plain('resume', rules.isResumable),
    'server.shelve': plain('shelve', rules.isShelvable),
    'server.unshelve': unshelveServer(platform),
    'server.rescue': rescueServer(platform),
    'server.unrescue': plain('unrescue', rules.isUnrescuable),
    'server.rebuild': rebuildServer(platform),
    'server.resize': resizeServer(platform),
    'server.confirmResize': plain('confirmResize', rules.isResizeConfirmable),
    'server.revertResize': plain('revertResize', rules.isResizeConfirmable),
    'server.liveResize': liveResizeServer(platform),
    // The guest's agent is told; nobody keeps the password.
    'server.changePassword': serverAction<ChangePassword>(platform, () => ({ action: 'changePassword', rule: rules.isPasswordSettable })),
    'server.createImage': createImage(platform),
    'server.lock': lockServer(platform, true),
    'server.unlock': lockServer(platform, false),
    'server.attachVolume': attachVolume(platform),
    'server.detachVolume': detachVolume(platform),
    'server.updateVolume': updateVolume(platform),
    'server.attachInterface': attachInterface(platform),
    'server.updateInterface': updateInterface(platform),
    'server.detachInterface': detachInterface(platform),
    'server.migrate': migrateServer(platform),
    'server.liveMigrate': liveMigrateServer(platform),
    'server.stopMigrate': stopMigration(platform),
    'server.forceMigrate': forceMigration(platform),
    'server.evacuate': evacuateServer(platform),
    'server.resetState': resetState(platform),
  };
};
