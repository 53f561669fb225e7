import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { io } from 'socket.io-client';
import { vi } from 'vitest';
import type { Role } from '@gantry/contract/access/roles';
import { CHANNELS, SESSION_ENDED, ABOUT_TO_STOP, type Change, type ChangeEvent, type LoginAnswer } from '@gantry/contract/wire/events';
import { createAccess } from '../../../src/access/access.ts';
import { createBudgets } from '../../../src/access/budgets.ts';
import { createProxies } from '../../../src/access/address.ts';
import type { Identity, Principal } from '../../../src/port/engine.ts';
import { createRealtime } from '../../../src/realtime/index.ts';
import type { RealtimeOptions } from '../../../src/realtime/port.ts';
import type { Owner, RowInput, Share } from '../../../src/port/store/rows.ts';
import type { Store } from '../../../src/port/store/store.ts';

export const PREFIX = '/api/agent_direct/42/lca';

interface Person {
  domainId: string;
  /** Own roles, and roles per project. */
  roles: Role[];
  projects: Record<string, Role>;
}

/** Who exists in these tests. Projects carry their domain as prefix: `acme-prod`. */
const PEOPLE: Readonly<Record<string, Person>> = {
  root: { domainId: 'default', roles: ['system_admin'], projects: { 'acme-prod': 'project_admin' } },
  'acme-admin': { domainId: 'acme', roles: ['domain_admin'], projects: { 'acme-prod': 'project_admin' } },
  'acme-member': { domainId: 'acme', roles: [], projects: { 'acme-prod': 'project_user', 'acme-dev': 'project_user' } },
  'globex-member': { domainId: 'globex', roles: [], projects: { 'globex-prod': 'project_user' } },
};

const domainOfProject = (projectId: string): string => projectId.split('-')[0] ?? '';

/** An identity engine of the people above, from whom rights can be taken. */
function identityOf(taken: ReadonlySet<string>): Identity {
  const person = (name: string): Person => PEOPLE[name] ?? { domainId: '', roles: [], projects: {} };
  return {
    signInsAtOnce: 2,
    signIn: async ({ username }): Promise<Principal> => ({
      userId: username,
      userName: username,
      domainId: person(username).domainId,
      domainName: person(username).domainId,
      roles: person(username).roles,
      isSuperuser: false,
      permissions: [],
      externalProvider: null,
      credential: null,
      expiresAt: null,
    }),
    account: async ({ username }) => ({ key: username, userId: username, domainId: person(username).domainId }),
    rightsNow: () => Promise.reject(new Error('not asked here')),
    changePassword: () => Promise.reject(new Error('not asked here')),
    projects: async ({ userId }) =>
      Object.entries(person(userId).projects).map(([id, role]) => ({
        id,
        name: id,
        description: '',
        enabled: true,
        domainId: domainOfProject(id),
        role,
        readOnly: false,
      })),
    enter: async ({ userId }, scope) => {
      const { roles, projects } = person(userId);
      const role = scope.type === 'project' ? projects[scope.projectId] : roles[0];
      return {
        scope,
        role: roles.includes('system_admin') ? 'system_admin' : (role ?? 'project_user'),
        readOnly: false,
        permissions: [],
        credential: null,
        expiresAt: null,
      };
    },
    check: async () => undefined,
    holds: async ({ userId }) => !taken.has(userId),
  };
}

export interface Tokens {
  sessionId: string;
  authToken: string | undefined;
}

/** A real HTTP server with the socket on it, over a real store, and people who can sign in. */
export async function stage(store: Store, options: Partial<RealtimeOptions> = {}) {
  const taken = new Set<string>();
  const access = createAccess({
    store,
    identity: identityOf(taken),
    times: { idle: 3_600_000, absolute: 3_600_000, verify: 100 },
    now: () => Date.now(),
  });
  const realtime = createRealtime({
    store,
    access,
    budgets: createBudgets({ userPerSecond: 200, networkPerSecond: 200, concurrentReads: 4 }),
    log: pino({ level: 'silent' }),
    times: { patrol: 200, coalesce: 100 },
    ...options,
    proxies: createProxies([]),
  });
  const clients: Client[] = [];

  /** One more port: what is not for the socket is answered with 418. */
  async function listen() {
    const server = createServer((_, response) => response.writeHead(418).end('the other handler'));
    realtime.attach(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
  }
  const first = await listen();
  const servers = [first.server];
  await realtime.start();

  async function signIn(name: string, projectId?: string): Promise<Tokens> {
    const from = { address: '127.0.0.1', browser: null, sought: () => undefined, locked: () => undefined, late: () => undefined };
    const { caller, sessionId, scopedToken } = await access.signIn({ domain: 'x', username: name, password: 'x' }, from);
    const authToken = projectId === undefined ? (scopedToken ?? undefined) : (await access.enterProject(caller, projectId)).token;
    return { sessionId, authToken };
  }

  return {
    store,
    access,
    realtime,
    taken,
    server: first.server,
    url: first.url,
    signIn,
    async anotherPort(): Promise<string> {
      const { server, url } = await listen();
      servers.push(server);
      return url;
    },
    /** A connected client that has not logged in. */
    async connect(tokens: Partial<Tokens>, how: Parameters<typeof client>[2] = {}): Promise<Client> {
      const made = client(first.url, tokens, how);
      clients.push(made);
      await made.connected;
      return made;
    },
    /** A client of this person in this scope, logged in. */
    async enter(name: string, projectId?: string, login: object = {}): Promise<Client> {
      const made = await this.connect(await signIn(name, projectId));
      const answer = await made.login({ all_tenants: false, ...login });
      if (answer.code !== 200) throw new Error(`login of ${name} was answered ${answer.code}`);
      return made;
    },
    async end(): Promise<void> {
      for (const { socket } of clients) socket.disconnect();
      await realtime.stop();
      for (const server of servers) {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
    },
  };
}

export type Stage = Awaited<ReturnType<typeof stage>>;

/** A client as it comes from the library, and all it was sent. */
function client(url: string, tokens: Partial<Tokens>, how: { path?: string; websocketOnly?: boolean; url?: string }) {
  const values = {
    ...(tokens.sessionId !== undefined && { 'x-session-id': tokens.sessionId }),
    ...(tokens.authToken !== undefined && { 'x-auth-token': tokens.authToken }),
  };
  const socket = io(how.url ?? url, {
    path: how.path ?? '/ws',
    forceNew: true,
    reconnection: false,
    ...(how.websocketOnly ? { transports: ['websocket'], auth: values } : { transportOptions: { polling: { extraHeaders: values } } }),
  });
  const events: { channel: string; event: ChangeEvent }[] = [];
  const signals: string[] = [];
  for (const channel of CHANNELS) socket.on(channel, (event: ChangeEvent) => events.push({ channel, event }));
  for (const signal of [SESSION_ENDED, ABOUT_TO_STOP]) socket.on(signal, () => signals.push(signal));
  socket.on('disconnect', () => signals.push('disconnect'));
  const connected = new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  return {
    socket,
    events,
    signals,
    connected,
    changes: (): Change[] => events.flatMap(({ event }) => event.changes),
    login: (message: unknown): Promise<LoginAnswer> => socket.timeout(60_000).emitWithAck('login', message),
  };
}

export type Client = ReturnType<typeof client>;

export const ownedBy = (projectId: string): Owner => ({ domainId: domainOfProject(projectId), projectId, userId: null });
const NOBODY: Owner = { domainId: null, projectId: null, userId: null };

/** A server, or a flavor where it has shares; documents hold what lists need. */
export function thing(
  kind: 'server' | 'flavor' | 'project' | 'node',
  id: string,
  owner: Owner = NOBODY,
  shares: readonly Share[] = [],
): RowInput {
  const document = {
    id,
    name: id,
    host: id,
    status: 'ACTIVE',
    state: 'up',
    task_state: null,
    created: '2026-01-01T00:00:00.000Z',
    version: randomUUID(),
  };
  return { engine: 'test', kind, id, ...owner, document, shares };
}

export const put = (store: Store, input: RowInput) => store.transaction((writer) => writer.put(input));
export const remove = (store: Store, { engine, kind, id }: RowInput) => store.transaction((writer) => writer.remove({ engine, kind, id }));

/** Waits until all these clients have been told of a last change that everyone sees: what has not come by then does not come. */
export async function settled(store: Store, clients: readonly Client[]): Promise<void> {
  const id = `last-${randomUUID()}`;
  await put(store, thing('flavor', id, NOBODY, [{ target: 'public', state: 'accepted' }]));
  for (const one of clients)
    await vi.waitFor(() => {
      if (!one.changes().some((change) => change.id === id)) throw new Error('the last change has not come');
    }, 20_000);
}
