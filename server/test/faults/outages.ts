/** Takes services away and brings them back, and knows to the moment when they were. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { shell } from '../scenarios/support/shell.ts';
import type { Suite } from './config.ts';

export type How = 'stop' | 'hang';
const BACK = { stop: 'start', hang: 'resume' } as const;

/** Milliseconds that one look may take, and between two. */
const LOOK_LIMIT_MS = 1000;
const LOOK_MS = 50;
/** Until a service must have done what it was told. */
const LIMIT_MS = 90_000;

async function isThere(at: string): Promise<boolean> {
  const url = new URL(at);
  try {
    if (url.protocol === 'tcp:') return await speaks(url.hostname, Number(url.port));
    // On a new connection: one that stops in order may still answer on those it has, and is gone for everybody else.
    const answer = await fetch(at, { signal: AbortSignal.timeout(LOOK_LIMIT_MS), redirect: 'manual', headers: { connection: 'close' } });
    await answer.arrayBuffer();
    return answer.status < 500;
  } catch {
    return false; // that is the question
  }
}

/** A port may be open although the process behind it hangs: AMQP answers a wrong greeting with the right one. */
async function speaks(host: string, port: number): Promise<boolean> {
  const socket = connect({ host, port });
  try {
    socket.setTimeout(LOOK_LIMIT_MS, () => socket.destroy(new Error('says nothing')));
    await once(socket, 'connect');
    socket.write('hello, there');
    await once(socket, 'data');
    return true;
  } finally {
    socket.destroy();
  }
}

export class Outages {
  readonly #suite: Suite;

  constructor(suite: Suite) {
    this.#suite = suite;
  }

  /** Takes services away. Answers when requests had no answer any more from any of them (ms since the epoch). */
  begin = (services: readonly string[], how: How): Promise<number> => this.#change(services, how, false);

  /** Brings them back. Answers when all of them had answered a request. */
  end = (services: readonly string[], how: How): Promise<number> => this.#change(services, BACK[how], true);

  async #change(services: readonly string[], command: keyof Suite['commands'], wanted: boolean): Promise<number> {
    const moments = services.map(async (service) => {
      const done = this.#run(command, service).then(() => true);
      return this.#moment(service, wanted, done);
    });
    return Math.max(...(await Promise.all(moments)));
  }

  /** When the service began to be as wanted for good: one that stops in order refuses some requests and still answers others. */
  async #moment(service: string, wanted: boolean, done: Promise<boolean>): Promise<number> {
    const { at } = this.#suite.services[service]!;
    let since: number | undefined;
    for (const until = Date.now() + LIMIT_MS; Date.now() < until;) {
      const requestedAt = Date.now();
      if ((await isThere(at)) === wanted) since ??= wanted ? Date.now() : requestedAt;
      else since = undefined;
      if (since !== undefined && (await Promise.race([done, sleep(LOOK_MS, false)]))) return since;
    }
    throw new Error(`${service} does not ${wanted ? 'come back' : 'go away'}`);
  }

  #run(command: keyof Suite['commands'], service: string): Promise<void> {
    const { commands, services, folder } = this.#suite;
    return shell(commands[command].replace('{process}', services[service]!.process), folder);
  }
}
