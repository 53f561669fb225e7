/** What is done to a live migration that is under way. Only administrators of the cloud may, with their own token. */
import { z } from 'zod';
import { hasArrived } from '@gantry/contract/nouns/servers/expected';
import { GantryError } from '@gantry/contract/wire/errors';
import type { Row } from '../../../../port/store/rows.ts';
import type { Command, CommandContext, Engine } from '../../../../port/engine.ts';
import { isGone } from '../../../../engines/openstack/client/errors.ts';
import { askToChange, required, sendChange, refreshNow, type Change, type Parts } from '../../../../engines/openstack/commands/parts.ts';
import { acceptedAction } from './recover.ts';
import { originOf } from './action.ts';
import { arriveIn, settle, type Seen } from './settle.ts';

/** Lowest versions that list the migrations of a server, end one, end one whose copying has not begun, and let one finish. */
const LIST = '2.23';
const ABORT = '2.24';
const ABORT_WAITING = '2.65';
const FORCE = '2.22';

/** Migrations that are under way; the list has no others. */
const openMigrations = z.object({ migrations: z.array(z.object({ id: z.number().int(), status: z.string() })) });

const none = (cause?: unknown): GantryError => new GantryError('state_conflict', { reason: { code: 'server_not_migrating' }, cause });

/** Address of the server's migration, the one that copies before one that waits. Throws state_conflict where there is none. */
async function migrationOf(parts: Parts, context: CommandContext, { id, projectId }: Row): Promise<string> {
  const path = `/servers/${encodeURIComponent(id)}/migrations`;
  const { body } = await sendChange(parts, context, projectId, { method: 'GET', path, needs: LIST, answer: openMigrations });
  const [first] = body.migrations.toSorted((one, other) => Number(other.status === 'running') - Number(one.status === 'running'));
  if (!first) throw none();
  return `${path}/${first.id}`;
}

interface MigrationAction {
  /** Name in the server's history. */
  recorded: string;
  /** What is asked, of the migration at that address. */
  ask(path: string): Promise<Change> | Change;
  /** `from`: the node that the server is leaving. */
  hasArrived(server: Seen, from: string | null): boolean;
}

const migrationAction = (parts: Parts, { recorded, ask, hasArrived: isThere }: MigrationAction): Command => ({
  async accept(context, target) {
    const server = required(target);
    const change = await ask(await migrationOf(parts, context, server));
    try {
      const requestId = await askToChange(parts, context, server.projectId, change);
      await refreshNow(parts, context, server.id);
      return { id: server.id, requestId, memo: originOf(server.document) };
    } catch (error) {
      if (!isGone(error)) throw error;
      await refreshNow(parts, context, server.id);
      throw none(error);
    }
  },
  settle(context, { id, requestId, memo }) {
    const { host } = originOf(memo);
    return settle(parts, context, { id, requestId, look: arriveIn((server) => isThere(server, host)), endsInHistory: true });
  },
  async recover(context, id) {
    const accepted = await acceptedAction(parts, context, required(id), recorded);
    return accepted && { id: required(id), requestId: accepted.request_id };
  },
});

/** Whether the node is known to be another one than that. After a crash it is not known where the server was. */
const hasMoved = ({ host }: Seen, from: string | null): boolean => from !== null && host !== from;

export const migrationCommands = (parts: Parts): Engine['commands'] => ({
  // A paused server stays paused. One that arrives all the same was asked too late, which the task says.
  'server.stopMigrate': migrationAction(parts, {
    recorded: 'live_migration_cancel',
    async ask(path) {
      return { method: 'DELETE', path, needs: (await parts.api.offers('compute', ABORT_WAITING)) ? ABORT_WAITING : ABORT };
    },
    hasArrived: (server, from) => (hasArrived('stopMigrate', server) || hasArrived('liveMigrate', server)) && !hasMoved(server, from),
  }),
  'server.forceMigrate': migrationAction(parts, {
    recorded: 'live_migration_force_complete',
    ask: (path) => ({ method: 'POST', path: `${path}/action`, needs: FORCE, body: { force_complete: null } }),
    hasArrived: (server, from) => hasArrived('liveMigrate', server) && (from === null || hasMoved(server, from)),
  }),
});
