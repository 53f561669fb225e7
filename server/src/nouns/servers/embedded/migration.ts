/** What is done to a live migration that is under way: both are done when accepted, and the migration's own task hears of it. */
import { isMigrationChangeable } from '@gantry/contract/nouns/servers/rules';
import type { Command } from '../../../port/engine.ts';
import { putRested } from './guests.ts';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';
import { endNow, giveUp } from './transitions.ts';
import { doneAtOnce } from '../../../engines/embedded/platform/accept.ts';
import { note } from './immediate.ts';
import { documentFor } from '../../../engines/embedded/platform/lifecycle.ts';

/** `server.stopMigrate`: the server stays where it is, and the room on the other node is given back. */
export const stopMigration = (platform: Platform): Command =>
  doneAtOnce(platform, async (writer, { id, context }) => {
    const found = await documentFor({ platform, writer }, 'server', id, isMigrationChangeable);
    const server = await giveUp(platform, writer, found, 'the migration was stopped');
    await note(platform, writer, server, { context, action: 'live_migration_cancel' });
    await putRested(platform, writer, { ...server, updated: platform.now() });
    return server.id;
  });

/** `server.forceMigrate`: the guest stands still until it is there, so that it arrives, also where it would not have otherwise. */
export const forceMigration = (platform: Platform): Command =>
  doneAtOnce(platform, async (writer, { id, context }) => {
    const server = await documentFor({ platform, writer }, 'server', id, isMigrationChangeable);
    await endNow(platform, writer, server);
    await note(platform, writer, server, { context, action: 'live_migration_force_complete' });
    return server.id;
  });
