import { memoryProblem } from '@gantry/contract/nouns/images/rules';
import type { Resize } from '@gantry/contract/nouns/servers/bodies';
import type { Server } from '@gantry/contract/nouns/servers/entity';
import { resizeProblem } from '@gantry/contract/nouns/servers/resize';
import { GantryError } from '@gantry/contract/wire/errors';
import type { Row } from '../../../../port/store/rows.ts';
import type { Command, CommandContext, Engine } from '../../../../port/engine.ts';
import { required, type Parts } from '../../../../engines/openstack/commands/parts.ts';
import { visibilityOfActor } from '../../../../store/visibility/visibility.ts';
import { serverAction } from './action.ts';

/** Throws validation_failed where a server cannot have a flavor; of one that is not seen the cloud judges. */
async function assertFits({ store, actor }: CommandContext, { document }: Row, flavorId: string): Promise<void> {
  const visibility = visibilityOfActor(actor);
  const { flavor: now, image: from = null, max_vcpu = null, max_mem = null } = document as Partial<Server>;
  const flavor = await store.read.find('flavor', flavorId, visibility);
  if (!now || !flavor) return;
  const image = from && (await store.read.find('image', from.id, visibility));
  const { vcpus, ram, disk } = flavor.document;
  const wanted = { id: flavor.id, vcpus: Number(vcpus), ram: Number(ram), disk: Number(disk) };
  const problem =
    resizeProblem(wanted, { flavor: now, image: from, max_vcpu, max_mem }, false) ??
    (image ? memoryProblem(wanted, { min_ram: Number(image.document['min_ram']) }) : undefined);
  if (problem) throw new GantryError('validation_failed', { fields: { flavor_id: [problem] } });
}

/** Another flavor, kept or not. Throws validation_failed. */
function resizeServer(parts: Parts): Command<Resize> {
  const action = serverAction<Resize>(parts, { name: 'resize', body: ({ flavor_id: flavor }) => ({ resize: { flavorRef: flavor } }) });
  return {
    ...action,
    async accept(context, target, body) {
      await assertFits(context, required(target), body.flavor_id);
      return action.accept(context, target, body);
    },
  };
}

export const resizeCommands = (parts: Parts): Engine['commands'] => ({
  'server.resize': resizeServer(parts),
  'server.confirmResize': serverAction(parts, { name: 'confirmResize', body: () => ({ confirmResize: null }) }),
  'server.revertResize': serverAction(parts, { name: 'revertResize', body: () => ({ revertResize: null }) }),
});
