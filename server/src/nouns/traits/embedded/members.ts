/** Gives traits to images, flavors, nodes and servers, and takes them away again; nothing that runs is left on a node that will not do. */
import { requiredTraits, traitSpec } from '@gantry/contract/nouns/flavors/traits';
import { serverKind } from '@gantry/contract/nouns/servers/entity';
import { neededTraits } from '@gantry/contract/nouns/servers/placement';
import { isUpdatable } from '@gantry/contract/nouns/servers/rules';
import { isTraitOffered, isTraitOwn, isTraitSpared } from '@gantry/contract/nouns/traits/rules';
import type { TraitTarget } from '@gantry/contract/nouns/traits/targets';
import { SERVER_LIMITS } from '@gantry/contract/constants';
import { assertAllowed } from '@gantry/contract/wire/assert-allowed';
import type { Writer } from '../../../port/store/writer.ts';
import { EVERYTHING } from '../../../store/visibility/visibility.ts';
import type { Commands } from '../../../port/engine.ts';
import { doneAtOnce } from '../../../engines/embedded/platform/accept.ts';
import type { FlavorDocument, NodeDocument, ServerDocument } from '../../../engines/embedded/platform/documents.ts';
import { documentFor } from '../../../engines/embedded/platform/lifecycle.ts';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';
import { putImage, putOwned, putServer } from '../../../engines/embedded/platform/rows.ts';
import { invalid, referenced } from '../../../engines/embedded/platform/references.ts';
import { indexNode } from '../../nodes/embedded/placement.ts';
import { boundBy } from '../../servers/embedded/documents.ts';
import { nodesHeld } from '../../servers/embedded/reservations.ts';

const FIELD = 'ids';
/** Reservations that are looked at together. */
const PAGE = 200;

/** One trait that is given (`on`) or taken away. */
interface Change {
  platform: Platform;
  writer: Writer;
  trait: string;
  on: boolean;
}

const changed = (traits: readonly string[], { trait, on }: Pick<Change, 'trait' | 'on'>): string[] =>
  on ? [...new Set([...traits, trait])].toSorted() : traits.filter((one) => one !== trait);

function changedFlavor(flavor: FlavorDocument, { trait, on }: Change): FlavorDocument {
  const { [traitSpec(trait)]: _before, ...others } = flavor.extra_specs;
  const specs = on ? { ...others, [traitSpec(trait)]: 'required' } : others;
  return { ...flavor, extra_specs: specs, traits: requiredTraits(specs).toSorted() };
}

/** Throws state_conflict where a server that is on the node, or goes there, needs what is taken away. */
async function changeNode(node: NodeDocument, change: Change): Promise<void> {
  const { platform, writer, on } = change;
  if (!on) assertAllowed(isTraitSpared({ host: node.host, needed: await isNeededOn(node.id, change) }));
  const next = { ...node, traits: changed(node.traits, change) };
  await putOwned(platform, writer, 'node', next);
  await indexNode(platform, writer, next);
}

/** Changes run one after the other, so what is committed is all there is. */
async function isNeededOn(nodeId: string, { platform, writer, trait }: Change): Promise<boolean> {
  const { rows } = await platform.store.read.list({
    kind: serverKind,
    visibility: EVERYTHING,
    filters: { host: { operator: 'is', values: [nodeId] }, placement: { operator: 'is', values: [trait] } },
    sort: { key: 'name', descending: false },
    limit: 1,
  });
  if (rows.length > 0) return true;
  let after: string | undefined;
  do {
    const page = await platform.buckets.reservations.list(writer.records, { limit: PAGE, ...(after !== undefined && { after }) });
    for (const { key, value } of page) {
      const server = value.nodeId === nodeId ? await platform.document(writer, 'server', key) : undefined;
      if (server && neededTraits(value.flavor.extra_specs, server.own_traits, server.image_traits).includes(trait)) return true;
    }
    after = page.length < PAGE ? undefined : page.at(-1)?.key;
  } while (after !== undefined);
  return false;
}

/** Throws state_conflict where its node does not offer what is given, or its flavor or image asks for what is taken away. */
async function changeServer(server: ServerDocument, change: Change): Promise<void> {
  const { platform, writer, trait, on } = change;
  const { name } = server;
  if (!on) assertAllowed(isTraitOwn(server, trait));
  const own = changed(server.own_traits, change);
  assertAllowed(isUpdatable(server, { traits: own }));
  if (own.length > SERVER_LIMITS.traits) throw invalid(FIELD, { code: 'too_many', params: { max: SERVER_LIMITS.traits } });
  if (on)
    for (const nodeId of await nodesHeld(platform, writer, server))
      assertAllowed(isTraitOffered({ name, offered: (await platform.document(writer, 'node', nodeId))?.traits.includes(trait) === true }));
  await putServer(platform, writer, { ...server, ...boundBy(server.flavor, own, server.image_traits), updated: platform.now() });
}

/** `trait.addMembers` and `trait.removeMembers`: all of them or none. Throw validation_failed, state_conflict. */
export function traitMembers(platform: Platform): Pick<Commands, 'trait.addMembers' | 'trait.removeMembers'> {
  const members = (on: boolean) =>
    doneAtOnce<{ target: TraitTarget; ids: string[] }>(platform, async (writer, { id, context: { actor }, body: { target, ids } }) => {
      const { id: trait } = await documentFor({ platform, writer }, 'trait', id);
      const change = { platform, writer, trait, on };
      if (target === 'images')
        for (const one of await referenced(platform, 'image', ids, actor, FIELD))
          await putImage(platform, writer, { ...one, traits: changed(one.traits, change) });
      if (target === 'flavors')
        for (const one of await referenced(platform, 'flavor', ids, actor, FIELD))
          await putOwned(platform, writer, 'flavor', changedFlavor(one, change));
      if (target === 'nodes') for (const one of await referenced(platform, 'node', ids, actor, FIELD)) await changeNode(one, change);
      if (target === 'servers') for (const one of await referenced(platform, 'server', ids, actor, FIELD)) await changeServer(one, change);
      return trait;
    });
  return { 'trait.addMembers': members(true), 'trait.removeMembers': members(false) };
}
