import type { Flavor } from '@gantry/contract/nouns/flavors/entity';
import { requiredTraits } from '@gantry/contract/nouns/flavors/traits';
import type { Image } from '@gantry/contract/nouns/images/entity';
import { isMedium } from '@gantry/contract/nouns/images/media';
import type { Network } from '@gantry/contract/nouns/networks/entity';
import type { KeyPair } from '@gantry/contract/nouns/key-pairs/entity';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../../app/api/calls.ts';
import { useOptions } from '../../../app/list/use-options.ts';
import { creationOf } from './creation.ts';
import { EMPTY, type DraftForm } from './draft.ts';
import { flavorObstacle, quotaObstacle } from './obstacles.ts';
import { roomFor } from './room.ts';
import { followImage, sourceOf, turnTo } from './source.ts';
import type { Step } from './steps.ts';
import type { ChosenResources } from './use-chosen.ts';
import { useOutside } from './use-reach.ts';

/** The first image that boots as it is, of their order by name. */
const usualImage = (images: readonly Image[]): Image | undefined => images.find((image) => image.status === 'active' && !isMedium(image));

/** A network of the project itself, else one that others share; not one that only routers use. */
const usualNetwork = (networks: readonly Network[], project: string): Network | undefined => {
  const inside = networks.filter(({ router_external: external, subnets }) => !external && subnets.length > 0);
  return inside.find(({ project_id: of }) => of === project) ?? inside[0];
};

/** The key that was added last. */
const newestKey = (keys: readonly KeyPair[]): KeyPair | undefined =>
  keys.toSorted((one, other) => other.created_at.localeCompare(one.created_at))[0];

/**
 * Chooses what a new server usually has, once each and only where nothing is chosen yet, so that a name is enough: an image, the smallest
 * flavor that holds it and the quota allows, a network, and the user's key; where the address asks for it (`reachable`), also that it is
 * reached from outside. Returns the sections whose usual choice is on its way. An address that names an image or a volume (`?image={id}`) has it boot from that, whatever was chosen before.
 */
export function useDefaults(form: DraftForm, chosen: ChosenResources, project: string, enabled: boolean): ReadonlySet<Step> {
  const { reachable, ...named } = useSearch({ strict: false }) as { reachable?: unknown; image?: unknown; volume?: unknown };
  const [outside] = useOutside();
  const done = useRef(new Set<string>());
  const [decided, setDecided] = useState<ReadonlySet<string>>(new Set());
  const options = [undefined, undefined, enabled] as const;
  const listed = {
    image: useOptions(api.images.list, 'name:asc', ...options),
    flavor: useOptions(api.flavors.list, 'ram:asc', ...options),
    networks: useOptions(api.networks.list, 'name:asc', ...options),
    key: useOptions(api.keyPairs.list, 'name:asc', ...options),
  };
  const [images, flavors, networks, keys] = [listed.image, listed.flavor, listed.networks, listed.key].map(
    ({ answer }) => answer?.data,
  ) as [Image[]?, Flavor[]?, Network[]?, KeyPair[]?];
  const { fields } = form;
  const image = chosen.image.data;
  useEffect(() => {
    const once = (what: string, isOpen: boolean, choose: () => void) => {
      if (!enabled || done.current.has(what)) return;
      done.current.add(what);
      if (isOpen) choose();
    };
    for (const source of ['image', 'volume'] as const)
      if (typeof named[source] === 'string')
        once('named', true, () => {
          turnTo(form, source);
          fields.setValue(`${source}_id`, named[source] as string, { shouldDirty: true });
        });
    // An installation medium brings an empty disk with it.
    if (image && image.id === named.image) once('medium', true, () => followImage(form, image));
    const draft = fields.getValues();
    if (images)
      once('image', sourceOf(draft) === 'image' && draft.image_id === undefined, () => fields.setValue('image_id', usualImage(images)?.id));
    if (networks)
      once('networks', draft.network_ids.length === 0, () => {
        const usual = usualNetwork(networks, project);
        if (usual) fields.setValue('network_ids', [usual.id]);
      });
    if (reachable === 'true' && outside)
      once('reach', draft.reachable_from === undefined, () => fields.setValue('reachable_from', outside.id));
    if (keys) once('key', draft.key_pair_id === undefined, () => fields.setValue('key_pair_id', newestKey(keys)?.id));
    if (flavors && image)
      once('flavor', draft.flavor_id === EMPTY.flavor_id, () => {
        const fits = (flavor: Flavor) =>
          (!chosen.nodes || roomFor(chosen.nodes, flavor, draft.traits) > 0) &&
          (flavorObstacle(flavor, image, draft.volume_size) ?? quotaObstacle(flavor, chosen.quota, creationOf(draft, chosen))) ===
            undefined;
        const fitting = flavors.filter(fits);
        const usual = fitting.find(({ extra_specs: specs }) => requiredTraits(specs).length === 0) ?? fitting[0];
        if (usual) fields.setValue('flavor_id', usual.id);
      });
    if (done.current.size !== decided.size) setDecided(new Set(done.current));
    // Only what arrives changes anything: the rest is read as it is then.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [enabled, images, networks, keys, flavors, image, outside]);
  // A flavor is chosen for an image: without one it is not on its way.
  const hasImage = !decided.has('image') || chosen.image.isComing || image !== undefined;
  const isUndecided = (step: keyof typeof listed): boolean =>
    enabled && !decided.has(step) && listed[step].failure === undefined && (step !== 'flavor' || hasImage);
  return new Set((['image', 'flavor', 'networks', 'key'] as const).filter(isUndecided));
}
