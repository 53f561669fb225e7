/**
 * `npm run proxies`: a server behind nginx, HAProxy and Caddy, one after the other, each with its file of deploy/proxies. Prints what was
 * looked at, and ends with 1 where something is not as it should be, or a program is missing (apt-get install nginx haproxy caddy).
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { nouns } from '@gantry/contract';
import { AUTH_TOKEN_HEADER, SESSION_HEADER } from '@gantry/contract/wire/headers';
import { STORE_FILE } from '../../src/store/store-file.ts';
import { PASSWORD, USERS } from '../support/sign-in.ts';
import { startServer, type RunningServer } from '../support/process.ts';
import { freePort, programs, startProxy, versionOf } from './programs.ts';
import { CLIENT_ADDRESS, Visitor } from './visitor.ts';

const { login, projects, enterProject } = nouns.session.calls;
const servers = nouns.servers.calls;
const SPOOFED = '203.0.113.9';
const EVENT_MS = 10_000;

let failures = 0;
function check(what: string, found: unknown, wanted: unknown): void {
  const good = JSON.stringify(found) === JSON.stringify(wanted);
  if (!good) failures += 1;
  console.log(`  ${good ? 'ok ' : 'BAD'}  ${what}${good ? '' : `: ${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}`}`);
}

/** Addresses that the audit has of sign-ins, the newest first. */
function addressesIn(data: string): unknown[] {
  const database = new DatabaseSync(join(data, STORE_FILE), { readOnly: true });
  try {
    return database
      .prepare("select address from audit where call = 'session.login' order by at desc")
      .all()
      .map(({ address }) => address);
  } finally {
    database.close();
  }
}

async function signIn(visitor: Visitor): Promise<Visitor> {
  const user = await visitor.json<{ token: string }>('POST', login.path, { ...USERS['acme-member'], password: PASSWORD });
  const session = visitor.with({ [SESSION_HEADER]: user.token });
  const { data } = await session.json<{ data: { id: string; name: string }[] }>('GET', projects.path);
  const project = data.find(({ name }) => name === 'acme-prod')!;
  const { token } = await session.json<{ token: string }>('POST', enterProject.path.replace('{projectId}', project.id));
  return session.with({ [AUTH_TOKEN_HEADER]: token });
}

/** The console and its API at one address, as a browser and a client see them. */
async function trySelfService(root: string, base: string, visitor: Visitor, data: string): Promise<void> {
  console.log(` ${root}`);
  const page = await visitor.raw('GET', '/');
  check('the page comes and knows where it lives', [page.status, /<base href="([^"]*)">/.exec(page.text)?.[1]], [200, base]);
  check('browsers are told to stay with HTTPS', page.headers['strict-transport-security'], 'max-age=31536000');
  const files = [...page.text.matchAll(/(?:src|href)="(?:\.?\/)?(assets\/[^"]+)"/g)].map(([, file]) => file!);
  const statuses = await Promise.all(files.map(async (file) => (await visitor.raw('GET', `/${file}`)).status));
  check(`its ${files.length} files come`, [files.length > 0, statuses.every((status) => status === 200)], [true, true]);

  const member = await signIn(
    visitor.with({ 'x-forwarded-for': SPOOFED, 'x-forwarded-prefix': '/elsewhere', 'x-forwarded-host': 'evil.example' }),
  );
  check('the audit has the client’s own address, not what it says it is', addressesIn(data)[0], CLIENT_ADDRESS);
  const { origin } = new URL(root);
  const live = await member.listen(origin);
  check('the socket is let in and becomes a WebSocket', [live.code, live.transport], [200, 'websocket']);
  const { data: rows } = await member.json<{ data: { id: string }[] }>('GET', `${servers.list.path}?limit=1`);
  const { id } = rows[0]!;
  await member.json('PATCH', servers.update.path.replace('{serverId}', id), { description: `seen behind ${root}` });
  for (const until = Date.now() + EVENT_MS; !live.told.includes(`server ${id}`) && Date.now() < until;) await sleep(50);
  check('a change arrives there', live.told.includes(`server ${id}`), true);
  live.close();
  const stranger = await member.listen('https://evil.example').then(
    () => 'let in',
    () => 'refused',
  );
  check('the socket is refused to pages of other origins', stranger, 'refused');
  check('the administration’s calls are not there', (await member.raw('GET', nouns.nodes.calls.list.path)).status, 404);
}

async function tryAdministration(root: string, visitor: Visitor): Promise<void> {
  console.log(` ${root}`);
  const page = await visitor.raw('GET', '/');
  check(
    'the page is that of the administration',
    [page.status, /gantry:side" content="([^"]*)"/.exec(page.text)?.[1]],
    [200, 'administration'],
  );
  const user = await visitor.json<{ token: string; scoped_token: string }>('POST', login.path, { ...USERS.admin, password: PASSWORD });
  const admin = visitor.with({ [SESSION_HEADER]: user.token, [AUTH_TOKEN_HEADER]: user.scoped_token });
  check('its calls are answered', (await admin.raw('GET', nouns.nodes.calls.list.path)).status, 200);
  const live = await admin.listen(new URL(root).origin);
  check('the socket is let in and becomes a WebSocket', [live.code, live.transport], [200, 'websocket']);
  live.close();
  check(
    'figures and parts are not told through a proxy',
    [(await visitor.raw('GET', '/metrics')).status, (await visitor.raw('GET', '/readyz')).text],
    [401, '{"ready":true}'],
  );
}

async function tryObjects(root: string, visitor: Visitor): Promise<void> {
  console.log(` ${root}`);
  const { status, text } = await visitor.raw('GET', '/');
  check('the object store refuses who has no key', [status, /<Code>(\w+)<\/Code>/.exec(text)?.[1]], [403, 'AccessDenied']);
}

async function tryProgram(program: (typeof programs)[number], server: RunningServer, folder: string): Promise<void> {
  const version = versionOf(program);
  console.log(`\n${program.name}: ${version ?? 'not installed'}`);
  if (version === undefined) return check('the program is there', false, true);
  const ports = {
    https: await freePort(),
    administration: await freePort(),
    objects: await freePort(),
    selfServiceBehind: Number(new URL(server.selfService).port),
    administrationBehind: Number(new URL(server.administration).port),
    objectsBehind,
  };
  const proxy = await startProxy(program, join(folder, program.name), ports);
  const agent = Visitor.agent(proxy.ca);
  const at = (root: string): [string, Visitor] => [root, new Visitor(root, agent)];
  try {
    const [own, visitor] = at(`https://cloud.example:${ports.https}`);
    await trySelfService(own, '/', visitor, join(folder, 'data'));
    const [below, neighbour] = at(`https://portal.example:${ports.https}/gantry`);
    await trySelfService(below, '/gantry/', neighbour, join(folder, 'data'));
    await tryAdministration(...at(`https://cloud.example:${ports.administration}`));
    const [objects, stranger] = at(`https://cloud.example:${ports.objects}`);
    await tryObjects(objects, stranger);
  } finally {
    agent.destroy();
    await proxy.stop();
  }
}

const objectsBehind = await freePort();
const folder = mkdtempSync(join(tmpdir(), 'gantry-proxies-'));
const env = { GANTRY_TRUST_PROXY: '127.0.0.1', GANTRY_S3_PORT: String(objectsBehind) };
const server = await startServer({ data: join(folder, 'data'), env });
try {
  for (const program of programs) await tryProgram(program, server, folder);
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
console.log(failures === 0 ? '\nAll as it should be.' : `\n${failures} not as it should be.`);
process.exitCode = failures === 0 ? 0 : 1;
