/** Drawn tenants as they live on a real server: sessions, scopes and sockets. */
import { io, type Socket } from 'socket.io-client';
import { CHANNELS, SESSION_ENDED, type Change, type ChangeEvent, type LoginAnswer } from '@gantry/contract/wire/events';
import type { TestApp } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { domainRow, entered, projectRow, put, sessionOf, userRow } from '../../support/tenants.ts';
import type { Tenants } from './draws.ts';
import type { Viewer } from './model.ts';

/** A socket that has logged in, and all it was told. */
export class Ear {
  readonly socket: Socket;
  readonly changes: Change[] = [];
  readonly signals: string[] = [];

  constructor({ url, headers }: Client) {
    this.socket = io(url, {
      path: '/ws',
      forceNew: true,
      reconnection: false,
      transportOptions: { polling: { extraHeaders: { ...headers } } },
    });
    for (const channel of CHANNELS) this.socket.on(channel, ({ changes }: ChangeEvent) => this.changes.push(...changes));
    for (const signal of [SESSION_ENDED, 'disconnect']) this.socket.on(signal, () => this.signals.push(signal));
  }

  async login(): Promise<this> {
    await new Promise<void>((resolve, reject) => {
      this.socket.once('connect', resolve);
      this.socket.once('connect_error', reject);
    });
    const answer = (await this.socket.timeout(60_000).emitWithAck('login', { all_tenants: false })) as LoginAnswer;
    if (answer.code !== 200) throw new Error(`socket login answered ${answer.code}`);
    return this;
  }

  /** What a reader of the events believes to exist, of these kinds. */
  believed(kinds: readonly string[]): string[] {
    const there = new Set<string>();
    for (const { entity, id, operation } of this.changes) {
      if (!kinds.includes(entity)) continue;
      if (operation === 'deleted') there.delete(id);
      else there.add(id);
    }
    return [...there].sort();
  }

  close(): void {
    this.socket.disconnect();
  }
}

export interface Person {
  viewer: Viewer;
  client: Client;
  ear: Ear;
  /** May change things of the scope. */
  changes: boolean;
}

/** Puts drawn tenants into the platform and opens a session, a scope and a socket for up to `most` of their ways to look. */
export async function settle(app: TestApp, { domains, projects, users }: Tenants, most: number): Promise<Person[]> {
  await put(
    app.store,
    ...domains.map((id) => domainRow(id)),
    ...[...projects].map(([id, domain]) => projectRow(id, domain)),
    ...users.map(({ id, domain, role, assigned }) => userRow({ id, domainId: domain, role, assigned })),
  );
  const people: Person[] = [];
  const add = async (viewer: Viewer, client: Client, changes: boolean): Promise<void> => {
    people.push({ viewer, client, ear: await new Ear(client).login(), changes });
  };
  for (const { id, domain, role, assigned } of users) {
    const session = await sessionOf(app, { id, domainId: domain, role });
    if (role === 'system_admin' || role === 'domain_admin') {
      const system = role === 'system_admin';
      await add({ user: id, domain, place: { type: system ? 'system' : 'domain' } }, await entered(session, 'own'), system);
    }
    for (const project of Object.keys(assigned)) {
      const place = { type: 'project', project } as const;
      await add({ user: id, domain: projects.get(project)!, place }, await entered(session, { projectId: project }), true);
    }
    if (people.length >= most) break;
  }
  return people;
}
