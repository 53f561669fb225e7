import { openStore } from '/work/main/server/src/store/open.ts';
import { kinds } from '/work/main/contract/src/index.ts';
import { openstack } from '/work/main/server/src/engines/openstack/index.ts';
import { pino } from 'pino';
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
const on = process.argv[2] === 'on'; const n = Number(process.argv[3] ?? 20);
rmSync('/tmp/osx/lat', { recursive: true, force: true });
const log = pino({ level: process.env.LV ?? 'warn' });
const store = await openStore({ url: undefined, file: '/tmp/osx/lat/g.db', secretKey: randomBytes(32), kinds, log, owner: 'x' });
const engine = await openstack.create({ id: 'lab', store, log, owner: 'x' }, openstack.settings.parse({ clouds_file: '/work/main/lab/openstack/clouds.yaml', cloud: 'lab-admin', ...(on && { notifications: { url: 'amqp://oslab:lab-mq@127.0.0.1:5672//' } }) }));
await engine.start();
while (!engine.health().asOf) await new Promise((r) => setTimeout(r, 100));
await new Promise((r) => setTimeout(r, 6000));
const t = await fetch('http://127.0.0.1:5000/v3/auth/tokens', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ auth: { identity: { methods: ['password'], password: { user: { name: 'alice', password: 'lab-alice', domain: { name: 'acme' } } } }, scope: { project: { name: 'acme-prod', domain: { name: 'acme' } } } } }) });
const tok = t.headers.get('x-subject-token')!; await t.text();
const h = { 'x-auth-token': tok, 'content-type': 'application/json' };
const list = (await (await fetch('http://127.0.0.1:8774/v2.1/servers', { headers: h })).json()) as any;
const id = list.servers[0].id;
const ms: number[] = [];
for (let i = 0; i < n; i++) {
  const name = `lat-${Date.now()}`;
  await (await fetch(`http://127.0.0.1:8774/v2.1/servers/${id}`, { method: 'PUT', headers: h, body: JSON.stringify({ server: { name } }) })).text();
  const t0 = performance.now();
  for (;;) { const row = await store.read.get({ engine: 'lab', kind: 'server', id }); if (row?.document.name === name) break; await new Promise((r) => setTimeout(r, 3)); }
  ms.push(performance.now() - t0);
  await new Promise((r) => setTimeout(r, 500 + Math.random() * 1500));
}
ms.sort((a, b) => a - b);
console.log(on ? 'notifications on' : 'polling', 'n', n, 'p50', Math.round(ms[n >> 1]!), 'p95', Math.round(ms[Math.floor(n * 0.95)]!), 'max', Math.round(ms.at(-1)!));
await engine.stop(); await store.close(); process.exit(0);
