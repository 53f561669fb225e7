/** The attacks of the findings: what is sent, and what must not come of it. Only from addresses of this machine, and bounded in number and time. */
import { PASSWORD } from '../../tools/lib/product.ts';
import { ask, askCalmly, count, type Answered } from './ask.ts';
import { openConsole, silentConsoles } from './consoles.ts';
import { loggingIn } from './sockets.ts';
import { slowUploads } from './uploads.ts';
import { BUCKET, signInBody, type World } from './world.ts';

const MIB = 1024 * 1024;

export interface Attack {
  /** By which it is picked: the finding it comes from. */
  finding: string;
  what: string;
  /** Requests at a time, each followed by the next one as long as a round lasts. */
  width: number;
  one(world: World, index: number): Promise<Answered>;
  /** What is held open meanwhile; returns the way to let go of it. */
  hold?(world: World): Promise<() => void>;
  /** What is wrong with the answers of all rounds. Asked at the end of the last one, while it still goes on. */
  wrong?(world: World, answers: readonly Answered[]): string[] | Promise<string[]>;
}

/** Metadata with which a body is almost as large as any may be. */
const largeBody = JSON.stringify({ metadata: { note: 'x'.repeat(MIB - 64) } });

/** Changes of 1 MB, and each sixtieth time a list of the tasks that they made. */
const largeTasks =
  (who: 'lead' | 'viewer') =>
  ({ base, serverId, [who]: headers }: World, index: number): Promise<Answered> =>
    index % 60 === 59
      ? ask(base, { path: '/api/v2/tasks?limit=1000', headers })
      : ask(base, { method: 'PATCH', path: `/api/v2/compute/servers/${serverId}`, headers, body: largeBody });

const loginOf = (from: string, body: string) => ({ method: 'POST', path: '/api/v2/login', from, body });
const login = (base: string, from: string, body: string): Promise<Answered> => ask(base, loginOf(from, body));

const complaint = (isWrong: boolean, text: string): string[] => (isWrong ? [text] : []);

const GUESSERS = '127.0.2.1';

async function rightPasswords({ base, device }: World): Promise<string[]> {
  const known = await askCalmly(base, loginOf(GUESSERS, signInBody('acme-member', PASSWORD, device)));
  const fresh = await askCalmly(base, loginOf(GUESSERS, signInBody('acme-viewer', PASSWORD)));
  const wrongOf = (what: string, { status, ms }: Answered): string[] =>
    complaint(status !== 200 || ms > 10_000, `the right password from ${what} was answered ${status} after ${(ms / 1000).toFixed(1)} s`);
  return [...wrongOf('a known device', known), ...wrongOf('a new device', fresh)];
}

const lists = ({ base, lead }: World): Promise<Answered> =>
  ask(base, { path: '/api/v2/compute/servers?limit=1000&with_count=true', headers: lead });
const searches = ({ base, lead }: World): Promise<Answered> => ask(base, { path: '/api/v2/search?text=a', headers: lead });
const puts = ({ base, lead }: World, index: number): Promise<Answered> =>
  ask(base, { method: 'PUT', path: `/s3proxy/${BUCKET}/small-${index % 1000}`, headers: { ...lead, 'content-length': '0' } });

/** 4 MB, of which the first 1,001 entries are one too many. */
const manyObjects = `<Delete>${'<Object><Key>a</Key></Object>'.repeat(140_000)}</Delete>`;
const deletions = ({ base, lead }: World): Promise<Answered> =>
  ask(base, { method: 'POST', path: `/s3proxy/${BUCKET}?delete=`, headers: lead, body: manyObjects });

/** All that one tenant can do, in turn. */
const EVERYTHING = [lists, searches, puts, largeTasks('lead')];

export const attacks: readonly Attack[] = [
  {
    finding: 'S1',
    what: 'changes of 1 MB of metadata, and lists of 1,000 tasks',
    width: 12,
    one: largeTasks('lead'),
    wrong: (_world, answers) => complaint(count(answers, 202) > 0, `${count(answers, 202)} changes of 1 MB were accepted`),
  },
  {
    finding: 'S1',
    what: 'the same by somebody who may only read',
    width: 12,
    one: largeTasks('viewer'),
    wrong: (_world, answers) => complaint(count(answers, 202) > 0, 'a reader has changed something'),
  },
  {
    finding: 'S3',
    what: 'guesses of one account from 40 addresses',
    width: 8,
    one: ({ base }, index) => login(base, `127.0.1.${1 + (index % 40)}`, signInBody('acme-admin', 'a guess')),
    wrong: (_world, answers) => complaint(count(answers, 401) > 10, `${count(answers, 401)} guesses were looked at, 10 are allowed`),
  },
  {
    finding: 'S5',
    what: '40 loops of made-up names from one address, then right passwords from there, of a known device and of a new one',
    width: 40,
    one: ({ base }, index) => login(base, GUESSERS, signInBody(`nobody-${index}`, 'a guess')),
    wrong: (world) => rightPasswords(world),
  },
  {
    finding: 'consoles',
    what: '500 consoles without a ticket, then one with a ticket',
    width: 1,
    one: async (world) => (await openConsole(world)).ticket,
    hold: (world) => silentConsoles(world.base, 500),
    wrong: async (world) => complaint(!(await openConsole(world)).isShown, 'the console of another user is not shown'),
  },
  {
    finding: 'S6',
    what: 'refused sign-ins to one account',
    width: 50,
    one: ({ base }) => login(base, '127.0.3.1', signInBody('acme-lead', 'a guess')),
  },
  {
    finding: 'rate',
    what: 'one tenant lists 1,000 servers at a time as fast as it can',
    width: 12,
    one: lists,
    wrong: (_world, answers) => complaint(count(answers, 200) === 0, 'not one list was answered'),
  },
  { finding: 'search', what: 'one tenant searches as fast as it can', width: 8, one: searches },
  {
    finding: 'sockets',
    what: '20 sockets of one tenant log in again and again from the beginning of the log',
    width: 1,
    one: searches,
    hold: (world) => loggingIn(world, 20),
  },
  { finding: 'puts', what: 'one tenant puts empty objects as fast as it can', width: 12, one: puts },
  {
    finding: 'xml',
    what: 'one tenant deletes 140,000 objects at a time as fast as it can',
    width: 12,
    one: deletions,
    wrong: (_world, answers) => complaint(count(answers, 200) > 0, `${count(answers, 200)} deletions of 140,000 objects were accepted`),
  },
  {
    finding: 'slow',
    what: '30 uploads of one tenant send a byte and wait, while it puts empty objects',
    width: 4,
    one: puts,
    hold: (world) => slowUploads(world, 30),
    wrong: (_world, answers) => complaint(count(answers, 200) === 0, 'not one object was put beside them'),
  },
  {
    finding: 'S12',
    what: 'one tenant does all of this at once',
    width: 48,
    one: (world, index) => EVERYTHING[index % EVERYTHING.length]!(world, index),
    hold: (world) => loggingIn(world, 20),
  },
];
