/** What plain nouns and frames took before a noun was one view (docs/decisions/016): commit d3ea8238, counted in its tree by `countNouns`. */

/** Lines of TypeScript without texts and tests, and those of the console among them. */
export interface Code {
  all: number;
  console: number;
}

/** Nouns that are carried by a view alone. */
export const NOUNS_BEFORE: Readonly<Record<string, Code>> = {
  routers: { all: 1736, console: 872 },
  'floating-ips': { all: 900, console: 365 },
  'storage-policies': { all: 956, console: 346 },
  traits: { all: 781, console: 350 },
  groups: { all: 920, console: 436 },
  'key-pairs': { all: 285, console: 120 },
  'volume-snapshots': { all: 985, console: 150 },
  flavors: { all: 445, console: 175 },
};

export const FRAMES_BEFORE: Readonly<Record<string, number>> = {
  'console/src/app/view': 0,
  'console/src/app/resource': 1817,
  'console/src/app/create': 974,
  'console/src/app/form': 253,
  'console/src/app/list': 774,
  'console/src/ui/list': 1649,
  'console/src/ui/form': 1237,
  'server/src/engines/embedded/platform': 1559,
  'server/src/engines/openstack/mirror': 1911,
  'server/src/engines/openstack/commands': 806,
};
