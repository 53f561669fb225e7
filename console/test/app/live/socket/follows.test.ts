// @vitest-environment node
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChangeEvent } from '@gantry/contract/wire/events';
import { connectLive } from '../../../../src/app/live/index.ts';
import { ownTime, until } from './own-time.ts';
import { scriptedServer } from './scripted-server.ts';

const HEADERS = { 'x-session-id': 'session-1', 'x-auth-token': 'token-1' };

/** What happens to a client: it is told something, its connection is lost, or it is lost for so long that the log has forgotten. */
const plan = fc.array(fc.constantFrom('tell' as const, 'lose' as const, 'forget' as const), { minLength: 3, maxLength: 10 });

describe('whatever happens to its connections, the socket', () => {
  ownTime();

  it('a reconnected socket asks for what came after its last event, and reads all again where the server has forgotten', async () => {
    await fc.assert(
      fc.asyncProperty(plan, async (steps) => {
        let head = 10;
        let hasForgotten = false;
        const server = await scriptedServer('/ws', ({ message }) => {
          const { since } = message as { since?: number };
          if (!hasForgotten) return { code: 200, seq: since ?? head };
          hasForgotten = false;
          return { code: 200, seq: head, resync: true };
        });
        const told: number[] = [];
        let resyncs = 0;
        const live = connectLive(
          {
            url: server.url,
            path: '/ws',
            headers: () => HEADERS,
            allTenants: () => false,
            onChange: ({ seq }) => told.push(seq),
            onResync: () => (resyncs += 1),
            onSessionEnded: () => undefined,
            onAboutToStop: () => undefined,
          },
          () => 0,
        );
        const connected = (times: number) =>
          until(() => {
            expect(server.logins).toHaveLength(times);
            expect(live.state).toBe('connected');
          });
        const expected = { told: [] as number[], since: [undefined] as (number | undefined)[], resyncs: 0 };
        let known = head;
        await connected(1);
        for (const step of steps) {
          if (step === 'tell') {
            head += 1;
            const event: ChangeEvent = { seq: head, changes: [] };
            server.io.emit('compute', event);
            expected.told.push(head);
            known = head;
            await until(() => expect(told).toEqual(expected.told));
            continue;
          }
          expected.since.push(known);
          if (step === 'forget') {
            hasForgotten = true;
            head += 5;
            known = head;
            expected.resyncs += 1;
          }
          server.connections.at(-1)?.socket.conn.close();
          await connected(expected.since.length);
        }
        expect(server.logins.map(({ message }) => (message as { since?: number }).since)).toEqual(expected.since);
        expect({ told, resyncs }).toEqual({ told: expected.told, resyncs: expected.resyncs });
        live.close();
        await server.close();
      }),
      { numRuns: 20 },
    );
  });
});
