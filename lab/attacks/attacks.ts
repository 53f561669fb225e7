/** The attacks of the findings: what is sent, and what must not come of it. Only from addresses of this machine, and bounded in number and time. */
import { PASSWORD } from '../../tools/lib/product.ts';
import { ask, count, during, many, type Answered } from './ask.ts';
import { openConsole, silentConsoles } from './consoles.ts';
import { signInBody, type World } from './world.ts';

const MIB = 1024 * 1024;
/** Milliseconds that one tenant lists as fast as it can. */
const FLOOD_MS = 15_000;

export interface Attack {
  /** The finding it comes from. */
  finding: string;
  what: string;
  /** What was answered, and what is wrong with that. */
  run(world: World): Promise<{ answers: Answered[]; wrong: string[] }>;
}

/** Metadata with which a body is almost as large as any may be. */
const largeBody = JSON.stringify({ metadata: { note: 'x'.repeat(MIB - 64) } });

async function largeTasks({ base, serverId }: World, headers: World['lead']): Promise<Answered[]> {
  const path = `/api/v2/compute/servers/${serverId}`;
  const changes = await many(240, 12, () => ask(base, { method: 'PATCH', path, headers, body: largeBody }));
  const lists = await many(4, 4, () => ask(base, { path: '/api/v2/tasks?limit=1000', headers }));
  return [...changes, ...lists];
}

const login = (base: string, from: string, body: string): Promise<Answered> =>
  ask(base, { method: 'POST', path: '/api/v2/login', from, body });

const complaint = (isWrong: boolean, text: string): string[] => (isWrong ? [text] : []);

export const attacks: readonly Attack[] = [
  {
    finding: 'S1',
    what: '240 changes of 1 MB of metadata, then four lists of 1,000 tasks at once',
    async run(world) {
      const answers = await largeTasks(world, world.lead);
      return { answers, wrong: complaint(count(answers, 202) > 0, `${count(answers, 202)} changes of 1 MB were accepted`) };
    },
  },
  {
    finding: 'S1',
    what: 'the same by somebody who may only read',
    async run(world) {
      const answers = await largeTasks(world, world.viewer);
      return { answers, wrong: complaint(count(answers, 202) > 0, 'a reader has changed something') };
    },
  },
  {
    finding: 'S3',
    what: '80 guesses of one account from 40 addresses',
    async run({ base }) {
      const body = signInBody('acme-admin', 'a guess');
      const answers = await many(80, 8, (index) => login(base, `127.0.1.${1 + (index % 40)}`, body));
      const looked = count(answers, 401);
      return { answers, wrong: complaint(looked > 10, `${looked} guesses were looked at, 10 are allowed`) };
    },
  },
  {
    finding: 'S4',
    what: '100 failures from one address, then a right password from there, by a device that was there before',
    async run({ base, device }) {
      const failures = await many(100, 8, (index) => login(base, '127.0.2.1', signInBody(`nobody-${index}`, 'a guess')));
      const right = await login(base, '127.0.2.1', signInBody('acme-member', PASSWORD, device));
      return { answers: [...failures, right], wrong: complaint(right.status !== 200, `the right password was answered ${right.status}`) };
    },
  },
  {
    finding: 'S5',
    what: '500 consoles without a ticket, then one with a ticket',
    async run(world) {
      const leave = await silentConsoles(world.base, 500);
      const { ticket, isShown } = await openConsole(world);
      leave();
      return { answers: [ticket], wrong: complaint(!isShown, 'the console of another user is not shown') };
    },
  },
  {
    finding: 'S6',
    what: '10,000 refused sign-ins',
    async run({ base }) {
      const body = signInBody('acme-lead', 'a guess');
      return { answers: await many(10_000, 50, () => login(base, '127.0.3.1', body)), wrong: [] };
    },
  },
  {
    finding: 'rate',
    what: 'one tenant lists 1,000 servers at a time as fast as it can',
    async run({ base, lead }) {
      const answers = await during(FLOOD_MS, 12, () =>
        ask(base, { path: '/api/v2/compute/servers?limit=1000&with_count=true', headers: lead }),
      );
      return { answers, wrong: complaint(count(answers, 200) === 0, 'not one list was answered') };
    },
  },
];
