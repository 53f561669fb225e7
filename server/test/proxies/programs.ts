/** nginx, HAProxy and Caddy as Debian ships them, on free ports of this machine, with the very files of deploy/proxies. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { makeCertificate } from '../support/certificate.ts';

const START_MS = 20_000;
const shipped = (file: string): string => readFileSync(fileURLToPath(new URL(`../../../deploy/proxies/${file}`, import.meta.url)), 'utf8');

/** Where the proxies and what is behind them listen on 127.0.0.1. */
export interface Ports {
  /** The proxy's, in the place of 443, 8443 and 8481. */
  https: number;
  administration: number;
  objects: number;
  /** Gantry's, in the place of 8800, 8888 and 8480. */
  selfServiceBehind: number;
  administrationBehind: number;
  objectsBehind: number;
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

/** Replaces each text, which must be there: a file that has changed is tried as it is now, or not at all. */
function adapt(text: string, changes: readonly (readonly [from: string, to: string])[]): string {
  return changes.reduce((rest, [from, to]) => {
    if (!rest.includes(from)) throw new Error(`the configuration no longer says ${from}`);
    return rest.replaceAll(from, to);
  }, text);
}

interface Program {
  name: string;
  version: readonly string[];
  /** Writes its files into a folder that holds cert.pem, key.pem and haproxy.pem; the command that runs it in the foreground. */
  prepare(folder: string, ports: Ports): readonly string[];
}

const behind = ({ selfServiceBehind, administrationBehind, objectsBehind }: Ports) =>
  [
    ['127.0.0.1:8800', `127.0.0.1:${selfServiceBehind}`],
    ['127.0.0.1:8888', `127.0.0.1:${administrationBehind}`],
    ['127.0.0.1:8480', `127.0.0.1:${objectsBehind}`],
  ] as const;

export const programs: readonly Program[] = [
  {
    name: 'nginx',
    version: ['nginx', '-v'],
    prepare(folder, ports) {
      const site = adapt(shipped('nginx.conf'), [
        ...behind(ports),
        ['/etc/gantry/tls', folder],
        ['listen 443 ', `listen 127.0.0.1:${ports.https} `],
        ['listen 8443 ', `listen 127.0.0.1:${ports.administration} `],
        ['listen 8481 ', `listen 127.0.0.1:${ports.objects} `],
      ]);
      writeFileSync(join(folder, 'site.conf'), site);
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
        .map((name) => `${name}_temp_path ${folder}/${name};`)
        .join(' ');
      writeFileSync(
        join(folder, 'nginx.conf'),
        `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; events {} http { access_log off; ${temporary} include ${folder}/site.conf; }`,
      );
      return ['nginx', '-e', `${folder}/error.log`, '-c', `${folder}/nginx.conf`];
    },
  },
  {
    name: 'HAProxy',
    version: ['haproxy', '-v'],
    prepare(folder, ports) {
      const config = adapt(shipped('haproxy.cfg'), [
        ...behind(ports),
        ['/etc/gantry/tls', folder],
        ['bind :443 ', `bind 127.0.0.1:${ports.https} `],
        ['bind :8443 ', `bind 127.0.0.1:${ports.administration} `],
        ['bind :8481 ', `bind 127.0.0.1:${ports.objects} `],
      ]);
      writeFileSync(join(folder, 'haproxy.cfg'), config);
      return ['haproxy', '-db', '-f', `${folder}/haproxy.cfg`];
    },
  },
  {
    name: 'Caddy',
    version: ['caddy', 'version'],
    prepare(folder, ports) {
      const config = adapt(shipped('Caddyfile'), [
        ...behind(ports),
        ['/etc/gantry/tls', folder],
        ['cloud.example:8443 {', `https://cloud.example:${ports.administration} {`],
        ['\ncloud.example:8481 {', `\nhttps://cloud.example:${ports.objects} {`],
        ['\ncloud.example {', `\nhttps://cloud.example:${ports.https} {`],
        ['\nportal.example {', `\nhttps://portal.example:${ports.https} {`],
      ]);
      writeFileSync(join(folder, 'Caddyfile'), `{\n\tadmin off\n\tauto_https disable_redirects\n\tdefault_bind 127.0.0.1\n}\n${config}`);
      return ['caddy', 'run', '--adapter', 'caddyfile', '--config', `${folder}/Caddyfile`];
    },
  },
];

/** What a program says of its version; undefined where it is not installed. */
export function versionOf({ version: [command = '', ...options] }: Program): string | undefined {
  const { error, stdout, stderr } = spawnSync(command, options, { encoding: 'utf8' });
  return error ? undefined : `${stdout}${stderr}`.trim().split('\n', 1)[0];
}

export interface RunningProxy {
  /** PEM of the certificate it shows. */
  ca: string;
  stop(): Promise<void>;
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

/** Starts it and waits until both of its ports take connections. Throws with what it said where it ends instead. */
export async function startProxy(program: Program, folder: string, ports: Ports): Promise<RunningProxy> {
  mkdirSync(folder, { recursive: true });
  const { cert, key } = makeCertificate({ hosts: ['cloud.example', 'portal.example'] });
  for (const [file, text] of Object.entries({ 'cert.pem': cert, 'key.pem': key, 'haproxy.pem': cert + key }))
    writeFileSync(join(folder, file), text, { mode: 0o600 });
  const [command = '', ...options] = program.prepare(folder, ports);
  const child = spawn(command, options, {
    env: { PATH: process.env['PATH'] ?? '', HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  let over = false;
  const ended = once(child, 'exit').then(() => void (over = true));
  for (const until = Date.now() + START_MS; !((await answers(ports.https)) && (await answers(ports.administration))); await sleep(50))
    if (over || Date.now() > until) throw new Error(`${program.name} did not start:\n${said}`);
  return {
    ca: cert,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
