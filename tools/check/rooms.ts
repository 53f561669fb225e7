/** The graph of rooms: which room imports how often from which, by the imports of files. */

/** What dependency-cruiser tells of a file. */
export interface Module {
  source: string;
  dependencies?: readonly { resolved: string }[];
}

/** A rule of `.dependency-cruiser.mjs`; those called `room …` say where rooms lie. */
export interface Rule {
  name: string;
  from?: { path?: string | readonly string[] | undefined };
}

/** Room → room that it imports → number of imports. */
export type Graph = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** Rooms in the order of the rules, with what their paths begin with. */
const roomsOf = (rules: readonly Rule[]): { name: string; path: RegExp }[] =>
  rules.flatMap(({ name, from }) =>
    name.startsWith('room ') && from?.path !== undefined
      ? { name: name.slice('room '.length), path: new RegExp([from.path].flat().join('|')) }
      : [],
  );

/** Files outside of all rooms, such as what composes them, are left out. */
export function graphOf(modules: readonly Module[], rules: readonly Rule[]): Graph {
  const rooms = roomsOf(rules);
  const roomOf = (file: string): string | undefined => rooms.find(({ path }) => path.test(file))?.name;
  const graph = new Map(rooms.map(({ name }) => [name, new Map<string, number>()]));
  for (const { source, dependencies = [] } of modules) {
    const from = graph.get(roomOf(source) ?? '');
    for (const { resolved } of dependencies) {
      const to = roomOf(resolved);
      if (from && to !== undefined && to !== roomOf(source)) from.set(to, (from.get(to) ?? 0) + 1);
    }
  }
  return graph;
}

/** Rooms that import each other in a circle, the first one again at the end; undefined where there is none. */
export function circleOf(graph: Graph): string[] | undefined {
  const done = new Set<string>();
  const search = (room: string, way: readonly string[]): string[] | undefined => {
    if (way.includes(room)) return [...way.slice(way.indexOf(room)), room];
    if (done.has(room)) return undefined;
    for (const next of graph.get(room)?.keys() ?? []) {
      const circle = search(next, [...way, room]);
      if (circle) return circle;
    }
    done.add(room);
    return undefined;
  };
  for (const room of graph.keys()) {
    const circle = search(room, []);
    if (circle) return circle;
  }
  return undefined;
}

/** A line for each room that imports others: `server/src/tasks → contract/src 9, server/src/store 3`. */
export const printed = (graph: Graph): string[] =>
  [...graph].flatMap(([room, imports]) =>
    imports.size === 0 ? [] : `${room} → ${[...imports].map(([name, count]) => `${name} ${count}`).join(', ')}`,
  );
