import type { VisibleNames } from './classify.ts';

/** What sockets with the same visibility share: one room, so that an event is made once for all of them and reaches none of them twice. */
export interface View {
  room: string;
  visible: ReadonlyMap<string, VisibleNames>;
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

  /** The view of these names, for one more socket. */
  join(visible: ReadonlyMap<string, VisibleNames>): View {
    const key = keyOf(visible);
    const held = this.#byKey.get(key);
    if (held) {
      held.sockets += 1;
      return held.view;
    }
    const view: View = { room: `view ${(this.#made += 1)}`, visible };
    this.#byKey.set(key, { view, sockets: 1 });
    for (const names of visible.values()) {
      if (names === 'all') this.#wide.add(view);
      else for (const name of names) this.#index(name, view);
    }
    return view;
  }

  leave(view: View): void {
    const key = keyOf(view.visible);
    const held = this.#byKey.get(key);
    if (!held || (held.sockets -= 1) > 0) return;
    this.#byKey.delete(key);
    this.#wide.delete(view);
    for (const names of view.visible.values()) {
      if (names === 'all') continue;
      for (const name of names) {
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

const keyOf = (visible: ReadonlyMap<string, VisibleNames>): string =>
  JSON.stringify([...visible].map(([subject, names]) => [subject, names === 'all' ? names : [...names].sort()]).sort());
