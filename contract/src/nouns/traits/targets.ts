/** What can have a trait: the plural of its kind, as addresses name it. */
export const TRAIT_TARGETS = ['nodes', 'servers', 'images', 'flavors'] as const;
export type TraitTarget = (typeof TRAIT_TARGETS)[number];
