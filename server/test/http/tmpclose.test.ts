import { it } from 'vitest';
import { nouns } from '@gantry/contract';
import { startTestApp } from '../support/app.ts';
it('x', async () => {
  let t = performance.now(); const lap = (n: string) => { console.log(n, Math.round(performance.now() - t)); t = performance.now(); };
    const app = await startTestApp({ database: 'sqlite', env: { GANTRY_SAMPLE_SERVERS: '1' } }); lap('start');
    const lead = await app.as('acme-lead', 'acme-prod'); lap('login');
    const [server] = (await lead.call(nouns.servers.calls.list)).data;
    const [asked, told] = [Promise.withResolvers<void>(), Promise.withResolvers<string>()];
    Object.assign(app.app.engines[0]!.live, { 'server.log': ({ signal }: any) => { asked.resolve(); return new Promise(() => signal.addEventListener('abort', () => told.resolve('')));} });
    const client = new AbortController();
    const request = fetch(`${app.url}${nouns.servers.calls.log.path.replace('{serverId}', server!.id)}`, { headers: lead.headers, signal: client.signal });
    await asked.promise; lap('asked');
    client.abort();
    await request.catch(() => undefined); lap('aborted');
    await told.promise; lap('told');
    await app.close(); lap('close');
}, 60000);
