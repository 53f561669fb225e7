import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls, nouns } from '@gantry/contract';
import { databases } from '../support/databases.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import type { Client } from '../support/client.ts';

const { find } = nouns.search.calls;

interface Named {
  name: string;
  project_id?: string | null;
  domain_id?: string | null;
}

/** Lists whose things a search may show. */
const lists = calls.filter(
  ({ does }) => does.by === 'list' && does.within === undefined && does.kind.fields['name']?.filter?.includes('contains'),
);

describe.each(databases)('the search over all kinds on $name', ({ name: database }) => {
  let app: TestApp;
  let lead: Client;
  beforeAll(async () => {
    app = await startTestApp({ database, env: { GANTRY_SAMPLE_SERVERS: '25' } });
    lead = await app.as('acme-lead', 'acme-prod');
  });
  afterAll(() => app.close());

  const found = (client: Client, text: string) => client.call(find, { query: { text } });
  const firstServer = async (client: Client) => (await client.call(nouns.servers.calls.list, { query: { limit: 1 } })).data[0]!;

  it('the search finds a thing by part of its name, by its id and by an address it has', async () => {
    const server = await firstServer(lead);
    const ip = server.networks.flatMap(({ ips }) => ips).find((one) => one.includes('.')) ?? '';
    for (const text of [server.name, server.name.slice(1).toUpperCase(), server.id, ip]) {
      const { data } = await found(lead, text);
      const hit = data.find(({ id }) => id === server.id);
      expect(hit, text).toEqual({ kind: 'server', id: server.id, name: server.name, address: text === ip ? ip : null });
    }
  });

  it('the search and the list of virtual machines find one by a MAC address in any form', async () => {
    const server = await firstServer(lead);
    const mac = server.networks[0]!.mac_addr;
    const digits = mac.replaceAll(':', '');
    const dotted = digits.replace(/(.{4})(?=.)/g, '$1.');
    for (const text of [mac, mac.toUpperCase(), mac.replaceAll(':', '-'), dotted, digits]) {
      expect((await found(lead, text)).data, text).toEqual([{ kind: 'server', id: server.id, name: server.name, address: mac }]);
      const filters = [{ mac: text }, ...(text === digits ? [] : [{ search: `contains:${text}` }])];
      for (const query of filters)
        expect(
          (await lead.call(nouns.servers.calls.list, { query })).data.map(({ id }) => id),
          text,
        ).toEqual([server.id]);
    }
  });

  it('the search answers at most five things of each kind', async () => {
    const { data } = await found(lead, '-');
    const servers = data.filter(({ kind }) => kind === 'server');
    expect(servers).toHaveLength(5);
    expect(new Set(servers.map(({ id }) => id)).size).toBe(5);
  });

  it('the search shows nobody a thing that the lists of the same scope do not show', async () => {
    const askers = {
      member: await app.as('acme-member', 'acme-prod'),
      other: await app.as('acme-admin', 'acme-dev'),
      foreign: await app.as('globex-member', 'globex-prod'),
      domain: await app.as('acme-admin', 'own'),
      system: await app.as('admin', 'own'),
    };
    const everything = askers.system;
    const names = new Set<string>();
    for (const call of lists) {
      const { data } = (await everything.reply(call, { query: { limit: 1000 } })).json as { data: Named[] };
      // Two of each project, or of each domain: others would be searched for just so.
      for (const some of Map.groupBy(data, (one) => one.project_id ?? one.domain_id).values())
        for (const { name } of some.slice(0, 2)) if (name) names.add(name);
    }
    expect(names.size).toBeGreaterThan(20);
    for (const [asker, client] of Object.entries(askers)) {
      const seen = new Set<string>();
      for (const call of lists) {
        const reply = await client.reply(call, { query: { limit: 1000 } });
        if (reply.status === 200) for (const { id } of (reply.json as { data: { id: string }[] }).data) seen.add(id);
      }
      for (const text of names)
        for (const { id, kind } of (await found(client, text)).data) expect(seen, `${asker}: ${kind} ${text}`).toContain(id);
    }
  });

  it('the search names another project of the caller where an id is there, and answers a foreign id like an unknown one', async () => {
    const server = await firstServer(lead);
    const elsewhere = await app.as('acme-admin', 'acme-dev');
    const { data, elsewhere: places } = await found(elsewhere, server.id);
    expect([data, places]).toEqual([[], [{ kind: 'server', project_id: server.project_id }]]);
    const foreign = await app.as('globex-member', 'globex-prod');
    const unknown = await found(foreign, '00000000-0000-4000-8000-000000000000');
    expect(await found(foreign, server.id)).toEqual(unknown);
    expect(unknown).toEqual({ data: [], elsewhere: [] });
  });

  it('the search finds nothing for a user who has chosen no scope', async () => {
    const server = await firstServer(lead);
    const nowhere = await app.as('acme-member', 'none');
    expect(await found(nowhere, server.name)).toEqual({ data: [], elsewhere: [] });
  });
});
