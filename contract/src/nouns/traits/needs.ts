/** What operators name themselves; all other traits are those of hardware. */
const CUSTOM = 'CUSTOM_';

/** What is needed and not offered, in its order; nothing where a node will do. Both are names of traits. */
export const lackingTraits = (needed: readonly string[], offered: readonly string[]): string[] =>
  needed.filter((name) => !offered.includes(name));

/** The same as far as nodes tell: what their hardware has is not among what they offer, and only the cloud knows whether it will do. */
export const lackingPlacements = (needed: readonly string[], offered: readonly string[]): string[] =>
  lackingTraits(needed, offered).filter((name) => name.startsWith(CUSTOM));
