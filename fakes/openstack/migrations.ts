import type { Actions } from './actions.ts';
import { forbidden } from './refusals.ts';
import { tokenIn, type Question, type Reply, type Route } from './reply.ts';
import { acceptedOn, type Server } from './server.ts';

/**
 * Nova's routes below a server for its live migration that is under way. By hand after Nova's reference: on the recorded cloud a migration
 * is over before anybody could ask. `one`: the pattern of a server's address.
 */
export function migrationRoutes(one: string, serverFor: (question: Question, id: string) => Server, actions: Actions): Route[] {
  const end = (how: 'stop' | 'finish', action: string) => {
    return (question: Question, id = '', number = ''): Reply => {
      const server = serverFor(question, id);
      actions.endMigration(server, how, { token: tokenIn(question), requestId: question.requestId, number: Number(number) });
      return { status: 202, ...acceptedOn(server, action) };
    };
  };
  return [
    {
      method: 'GET',
      path: new RegExp(`^${one}/migrations$`),
      versions: ['2.23', '2.58'],
      answer(question, id = '') {
        if (!tokenIn(question).isAdmin) throw forbidden('servers:migrations:index');
        const server = serverFor(question, id);
        const number = actions.migrationOf(server);
        const shown =
          number === undefined ? [] : [{ id: number, status: 'running', server_uuid: id, source_compute: server.node?.host ?? null }];
        return { items: shown.length, body: { migrations: shown } };
      },
    },
    {
      method: 'DELETE',
      path: new RegExp(`^${one}/migrations/(\\d+)$`),
      versions: ['2.24', '2.93'],
      answer: end('stop', 'live_migration_cancel'),
    },
    {
      method: 'POST',
      path: new RegExp(`^${one}/migrations/(\\d+)/action$`),
      versions: ['2.22', '2.93'],
      answer: end('finish', 'live_migration_force_complete'),
    },
  ];
}
