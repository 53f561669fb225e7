import { randomUUID } from 'node:crypto';
import { isMedium } from '@gantry/contract/nouns/images/media';
import { copyOf, type ServerCreate } from '@gantry/contract/nouns/servers/create';
import { fromMedium } from '@gantry/contract/nouns/servers/media';
import { GantryError } from '@gantry/contract/wire/errors';
import { serverKind } from '@gantry/contract/nouns/servers/entity';
import type { Writer } from '../../../port/store/writer.ts';
import type { Acceptance, Command, CommandContext } from '../../../port/engine.ts';
import { putAccepted } from '../../../engines/embedded/platform/accepted.ts';
import { serverDocument, type NewServer, type Port } from './documents.ts';
import { refusesCreation } from './faults.ts';
import { planFirstBoot } from './first-boot.ts';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';
import { takePort } from './ports.ts';
import { addAmounts } from '../../../engines/embedded/platform/amounts.ts';
import { amountsOf, reserveQuota } from '../../../engines/embedded/platform/quotas.ts';
import { reservePlace } from './reservations.ts';
import { beginAction, progressOf } from './transitions.ts';
import { acceptedBefore, acceptedKey, acceptOnce } from '../../../engines/embedded/platform/accept.ts';
import { choose, type Choice } from './create-choice.ts';
import { volumesFor } from './create-volumes.ts';
import { settled } from '../../../engines/embedded/platform/settle.ts';

/**
 * `server.create`: checks the body, reserves everything in one transaction, and sets the server on its way. Several alike are made with the
 * first of them, all or none.
 */
export function createServer(platform: Platform): Command<ServerCreate> {
  const accept: Command<ServerCreate>['accept'] = async (context, _target, request) => {
    platform.assertUp();
    const { scope } = context.actor;
    if (scope.type !== 'project') throw new GantryError('project_scope_required');
    const { projectId, domainId } = scope;
    const choice = await choose(platform, context, { body: copyOf(request, context.copy), projectId });
    if (refusesCreation(request.metadata))
      throw new GantryError('engine_refused', { detail: 'create refused: fault injected by metadata' });
    const owner = { projectId, domainId };
    const make = (writer: Writer, accepted: string, copy: number | undefined): Promise<string> => {
      const wanted = copyOf(request, copy);
      const body = choice.image && isMedium(choice.image) ? fromMedium(wanted) : wanted;
      return begin(platform, writer, { context, accepted, body, choice, owner });
    };
    const acceptance = await acceptOnce(platform, context, null, async (writer, accepted) => {
      const id = await make(writer, accepted, context.copy);
      for (const { copy, key } of following(context, request))
        if (!(await platform.buckets.accepted.get(writer.records, key)))
          await putAccepted(platform, writer, key, { id: await make(writer, key, copy), outcome: null });
      return { id, done: false };
    });
    return withOthers(platform, context, request, acceptance);
  };
  return {
    accept,
    settle: (context, acceptance) => settled(platform, context, acceptance, (id, key) => progressOf(platform, id, key)),
    // Accepting is idempotent by task, so a command that had not come through may simply be accepted now.
    recover: async (context, id, body) => {
      const before = await acceptedBefore(platform, context, id);
      return before ? withOthers(platform, context, body, before) : accept(context, null, body);
    },
  };
}

/** Those that are made together with the first of several. */
const following = ({ taskId, copy }: CommandContext, { count = 1 }: ServerCreate): { copy: number; key: string }[] =>
  copy === 1
    ? Array.from({ length: count - 1 }, (_, place) => ({ copy: place + 2, key: acceptedKey({ taskId, copy: place + 2 }, null) }))
    : [];

/** The yes to the first of several says yes to the others as well. */
async function withOthers(platform: Platform, context: CommandContext, body: ServerCreate, first: Acceptance): Promise<Acceptance> {
  const others: Acceptance[] = [];
  for (const { copy } of following(context, body)) {
    const one = await acceptedBefore(platform, { ...context, copy }, null);
    if (one) others.push(one);
  }
  return others.length > 0 ? { ...first, others } : first;
}

interface Beginning {
  context: CommandContext;
  /** Key of the accepted command. */
  accepted: string;
  body: ServerCreate;
  choice: Choice;
  owner: { projectId: string; domainId: string };
}

/** Reserves all that the server is made of, and sets it on its way. Returns its id. */
async function begin(platform: Platform, writer: Writer, { context, accepted, body, choice, owner }: Beginning): Promise<string> {
  const { flavor, interfaces, keyName } = choice;
  const id = randomUUID();
  const volumes = await volumesFor(platform, writer, { server: { id, name: body.name, ...owner }, body, choice });
  const amounts = addAmounts(amountsOf(serverKind, { flavor }), volumes.made);
  await reserveQuota(platform, writer, owner.projectId, amounts);
  const made: NewServer = {
    id,
    name: body.name,
    description: body.description ?? null,
    flavor,
    image: volumes.image,
    volumes: volumes.attached,
    ports: await takePorts(platform, writer, interfaces, owner.projectId),
    keyName,
    allowLiveResize: body.allow_live_resize ?? false,
    haEnabled: body.ha_enabled ?? true,
    ownTraits: body.traits ?? [],
    imageTraits: choice.image?.traits ?? [],
    metadata: body.metadata ?? {},
    tags: body.tags ?? [],
    ...owner,
    created: platform.now(),
  };
  await planFirstBoot(platform, writer, id, body);
  const server = serverDocument(made, { status: 'BUILD', task_state: null, host: null, updated: null });
  await reservePlace(platform, writer, server);
  const { requestId, actor } = context;
  await beginAction(platform, writer, { server, action: 'create', accepted, requestId, userId: actor.userId });
  return id;
}

/** The interfaces in their order; those with an address of their own are made first, before others could take it. */
async function takePorts(platform: Platform, writer: Writer, interfaces: Choice['interfaces'], projectId: string): Promise<Port[]> {
  const ports: Port[] = [];
  const isChosen = ({ wanted }: Choice['interfaces'][number]): boolean =>
    (wanted.fixed_ips ?? []).length > 0 || wanted.mac_addr !== undefined;
  for (const first of [true, false])
    for (const [place, one] of interfaces.entries())
      if (isChosen(one) === first) ports[place] = await takePort(platform, writer, one.network, { ...one, projectId });
  return ports;
}
