/** Sends any call of the contract, on something that is there and on something that is not, as its noun's file says. */
import { calls, kinds, nouns } from '@gantry/contract';
import type { Call, CallInput } from '@gantry/contract/wire/call';
import { byHand } from '../../http/support/by-hand.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { CHOSEN, kindsOf } from '../../support/ids.ts';
import { fileOf } from '../index.ts';
import type { Asked, Ready, Stage, There } from './asked.ts';
import { specimenOf } from './body.ts';

/** Enough servers that each call which changes one has its own. */
const SERVERS = '90';

/** What the noun's file says of a call. */
export function askedOf(call: Call): Asked & { ownBody: object | undefined } {
  const { specimen, name } = fileOf(call);
  return { ...specimen.asked?.[name], ownBody: specimen.bodies?.[name] };
}

export interface EveryCall {
  app: TestApp;
  stage: Stage;
  /** Inputs for a call: on something that is there, and on something that is not. */
  inputs(call: Call): Promise<CallInput<Call>[]>;
}

function stageOf(app: TestApp, people: Pick<Stage, 'lead' | 'system' | 'systemInProject' | 'stranger' | 'domain'>): Stage {
  const { done, read } = byHand(() => app);
  const at = (path: string): string => `/api/v2${path}`;
  let made = 0;
  return {
    app,
    ...people,
    name: () => `audited-${(made += 1)}`,
    make: (path, body, who = people.lead) => done(who, 'POST', at(path), body),
    done: (method, path, body, who = people.lead) => done(who, method, at(path), body),
    read: (path, who = people.lead) => read(who, at(path)),
    async put(kind, id, members) {
      await app.store.transaction(async (writer) => {
        const { document, ...row } = (await writer.get({ engine: 'embedded', kind, id }))!;
        await writer.put({ ...row, document: { ...document, ...members } });
      });
      return id;
    },
    outside: async () => (await people.lead.call(nouns.networks.calls.list, { query: { name: 'public' } })).data[0]!.id,
  };
}

/** A server with a volume beside that it boots from, and ids of all else that bodies name. */
async function lookAround({ app, lead, system, domain }: Stage): Promise<There> {
  const [volume, held] = (await lead.call(nouns.volumes.calls.list, { query: { status: 'available' } })).data;
  const params = { serverId: (await lead.call(nouns.servers.calls.list, { query: { status: 'ACTIVE' } })).data[5]!.id };
  const attached = await lead.call(nouns.servers.calls.attachVolume, { params, body: { volume_id: held!.id } });
  await app.ended(lead, attached.task_id);
  const { id: server, volumes, networks } = await lead.call(nouns.servers.calls.read, { params });
  return {
    volume: volume!.id,
    policy: (await lead.call(nouns.storagePolicies.calls.list)).data[0]!.id,
    holder: { server, boot: volumes[0]!.id, volume: held!.id, mac: networks[0]!.mac_addr },
    domain,
    machine: (await system.call(nouns.computeCluster.calls.read)).available_nodes!.at(-1)!.id,
    flavor: (await lead.call(nouns.flavors.calls.list, { query: { sort: 'name:asc' } })).data[0]!.id,
    image: (await lead.call(nouns.images.calls.list)).data[0]!.id,
    network: (await lead.call(nouns.networks.calls.list)).data[0]!.id,
  };
}

/** Starts a server with sample things. */
export async function openEveryCall(): Promise<EveryCall> {
  const app = await startTestApp({ database: 'sqlite', env: { GANTRY_SAMPLE_SERVERS: SERVERS } });
  const [lead, system] = [await app.as('acme-lead', 'acme-prod'), await app.as('admin', 'own')];
  const { domain_id: domain } = await lead.call(nouns.session.calls.whoami);
  const systemInProject = await app.as('admin', 'acme-prod');
  const stage = stageOf(app, { lead, system, systemInProject, stranger: await app.as('globex-member', 'globex-prod'), domain });
  const there = await lookAround(stage);
  const { data: all } = await lead.call(nouns.servers.calls.list, { query: { limit: 200, status: 'ACTIVE', sort: 'name:asc' } });
  /** Servers that nothing has been done to. */
  const untouched = all.map(({ id }) => id).filter((id) => id !== there.holder.server);

  const once = <T>(make: (call: Call) => Promise<T>): ((call: Call) => Promise<T>) => {
    const made = new Map<Call, Promise<T>>();
    return (call) => {
      const known = made.get(call) ?? make(call);
      made.set(call, known);
      return known;
    };
  };
  const readyFor = once(async (call): Promise<Ready> => (await askedOf(call).ready?.(stage)) ?? {});
  /** A server that a call can work on: of no known flavor and of little disk, so that each flavor will do. */
  const serverFor = once(async (call) => {
    const id = untouched.pop()!;
    const { document } = (await app.store.read.get({ engine: 'embedded', kind: 'server', id }))!;
    const flavor = { ...(document['flavor'] as object), id: 'none', disk: 1 };
    return stage.put('server', id, { status: 'ACTIVE', task_state: null, flavor, ...askedOf(call).state });
  });

  /** Id of a thing that a call can work on, as someone sees it who may ask. */
  async function thing(kind: string, call: Call): Promise<string> {
    const { id, ids } = await readyFor(call);
    const made = ids?.[kind] ?? (kind === 'domain' && call.path.startsWith('/api/v2/domains/{domainId}/') ? domain : id);
    if (made !== undefined) return made;
    if (kind === 'server' && askedOf(call).ofHolder) return there.holder.server;
    if (kind === 'server' && call.does.by === 'command') return serverFor(call);
    const list = calls.find(({ does }) => does.by === 'list' && does.of === undefined && does.kind.name === kind);
    // Of what is no row there is none, unless the noun's file makes one.
    if (!list) return kinds.has(kind) ? Promise.reject(new Error(`no call lists ${kind}`)) : 'none';
    for (const client of [lead, system, systemInProject]) {
      const reply = await client.reply(list, { ...(list.params && { params: { domainId: domain } }) });
      if (reply.status === 200) return (reply.json as { data: { id: string }[] }).data.at(-1)?.id ?? 'none';
    }
    throw new Error(`nobody may list ${kind}`);
  }

  const idOf = (kind: string): string =>
    ({ volume: there.volume, server: there.holder.server, flavor: there.flavor, image: there.image, network: there.network })[kind] ??
    'none';

  async function inputs(call: Call): Promise<CallInput<Call>[]> {
    const names = Object.keys(call.params?.shape ?? {});
    const kindOf = kindsOf(call);
    const ready = await readyFor(call);
    const asked = askedOf(call);
    const all = await Promise.all(
      names.map(async (name) => [name, ready.ids?.[name] ?? CHOSEN.get(name) ?? (await thing(kindOf.get(name)!, call))] as const),
    );
    const body =
      call.does.by === 'bulk'
        ? { ...specimenOf(call, idOf), [call.does.ids ?? 'ids']: [await thing(call.does.kind.name, call)] }
        : (asked.body?.(there) ?? ready.body ?? asked.ownBody ?? specimenOf(call, idOf));
    if (call.body && !body) throw new Error(`say in the noun's file, as asked, with which body ${call.id} is sent`);
    const sent = body && { body };
    const nowhere = Object.fromEntries(names.map((name) => [name, `no-${name}`]));
    return [Object.fromEntries(all), nowhere].map((params) => ({ params, ...sent }) as CallInput<Call>);
  }

  return { app, stage, inputs };
}
