import { hasArrived } from '@gantry/contract/nouns/servers/expected';
import type { Move } from '@gantry/contract/nouns/servers/bodies';
import { GantryError } from '@gantry/contract/wire/errors';
import type { CommandContext, Engine } from '../../../../port/engine.ts';
import type { Parts } from '../../../../engines/openstack/commands/parts.ts';
import { serverAction } from './action.ts';
import type { Seen } from './settle.ts';

/** Lowest versions that move to a chosen node after a look whether the server fits there. */
const MIGRATE_TO = '2.56';
const LIVE_MIGRATE = '2.30';
const EVACUATE = '2.29';

/** The compute service's name of the chosen node; undefined: it chooses itself. Throws validation_failed where there is no such node. */
async function hostOf({ engine }: Parts, { store }: CommandContext, { node_id: id }: Move): Promise<string | undefined> {
  if (id === undefined) return undefined;
  const host = (await store.read.get({ engine, kind: 'node', id }))?.document.host;
  if (typeof host !== 'string') throw new GantryError('validation_failed', { fields: { node_id: [{ code: 'unknown_id' }] } });
  return host;
}

/** A server that is where it was has not moved, whatever its status. */
const movedBy = (name: string) => (server: Seen, from: string | null) =>
  hasArrived(name, server) && server.host !== null && server.host !== from;

/** Away to another node. Only administrators of the cloud may, with their own token. */
export const moveCommands = (parts: Parts): Engine['commands'] => ({
  'server.migrate': serverAction<Move>(parts, {
    name: 'migrate',
    needs: ({ node_id: node }) => (node === undefined ? undefined : MIGRATE_TO),
    async body(move, context) {
      const host = await hostOf(parts, context, move);
      return { migrate: host === undefined ? null : { host } };
    },
  }),
  'server.liveMigrate': serverAction<Move>(parts, {
    name: 'liveMigrate',
    recorded: 'live-migration',
    needs: () => LIVE_MIGRATE,
    body: async (move, context) => ({
      'os-migrateLive': { host: (await hostOf(parts, context, move)) ?? null, block_migration: 'auto' },
    }),
    hasArrived: movedBy('liveMigrate'),
    endsInHistory: true,
  }),
  'server.evacuate': serverAction<Move>(parts, {
    name: 'evacuate',
    needs: () => EVACUATE,
    async body(move, context) {
      const host = await hostOf(parts, context, move);
      return { evacuate: { ...(host !== undefined && { host }) } };
    },
    hasArrived: movedBy('evacuate'),
    endsInHistory: true,
  }),
});
