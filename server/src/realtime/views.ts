import type { Sight } from './classify.ts';

/** What sockets with the same sight share: one room, so that an event is made once for all of them and reaches none of them twice. */
export interface View {
  room: string;
  sights: ReadonlyMap<string, Sight>;
}

interface Held {
  view: View;
  sockets: number;
}

/** The views of all sockets of this process, found by the names they see. */
export class Views {
  readonly #byKey = new Map<string, Held>();
  readonly #byName = new Map<string, Set<View>>();
  readonly #wide = new Set<View>();
  #made = 0;

  /** The view with these sights, for one more socket. */
  join(sights: ReadonlyMap<string, Sight>): View {
    const key = keyOf(sights);
    const held = this.#byKey.get(key);
    if (held) {
      held.sockets += 1;
      return held.view;
    }
    const view: View = { room: `view ${(this.#made += 1)}`, sights };
    this.#byKey.set(key, { view, sockets: 1 });
    for (const sight of sights.values()) {
      if (sight === 'all') this.#wide.add(view);
      else for (const name of sight) this.#index(name, view);
    }
    return view;
  }

  leave(view: View): void {
    const key = keyOf(view.sights);
    const held = this.#byKey.get(key);
    if (!held || (held.sockets -= 1) > 0) return;
    this.#byKey.delete(key);
    this.#wide.delete(view);
    for (const sight of view.sights.values()) {
      if (sight === 'all') continue;
      for (const name of sight) {
        const views = this.#byName.get(name);
        views?.delete(view);
        if (views?.size === 0) this.#byName.delete(name);
      }
    }
  }

  /** Views that may see an entry with these names, each once. */
  *seeing(names: readonly string[]): Iterable<View> {
    yield* this.#wide;
    const seen = new Set<View>();
    for (const name of names) {
      for (const view of this.#byName.get(name) ?? []) {
        if (seen.has(view) || this.#wide.has(view)) continue;
        seen.add(view);
        yield view;
      }
    }
  }

  get size(): number {
    return this.#byKey.size;
  }

  #index(name: string, view: View): void {
    const views = this.#byName.get(name);
    if (views) views.add(view);
    else this.#byName.set(name, new Set([view]));
  }
}

const keyOf = (sights: ReadonlyMap<string, Sight>): string =>
  JSON.stringify([...sights].map(([subject, sight]) => [subject, sight === 'all' ? sight : [...sight].sort()]).sort());
