import type { Logger } from 'pino';
import type { Wrong } from '../client/items.ts';
import type { Health } from './health.ts';

/** Ids named in the text for administrators. */
const NAMED = 3;
/** Stands for resources of which not even the id can be read. */
const NAMELESS = 'without id';

/**
 * Resources that the cloud does not describe as its API promises. They are shown as far as they can be read, and one of which not even the id
 * can be is kept out, so that lists stay whole; the log names each once, health says how many there are.
 */
export class Unreadable {
  readonly #log: Logger;
  readonly #health: Health;
  /** Kind → id → what is wrong with it */
  readonly #resources = new Map<string, Map<string, string>>();

  constructor(log: Logger, health: Health) {
    this.#log = log;
    this.#health = health;
  }

  note(kind: string, { id, problem, members }: Wrong): void {
    const resources = this.#resources.get(kind) ?? new Map<string, string>();
    const key = id ?? NAMELESS;
    if (resources.get(key) === problem) return;
    const what = members ? 'what can be read of it is shown' : 'it stays as it was last known';
    this.#log.error({ kind, id, problem }, `the cloud describes this otherwise than its API promises: ${what}`);
    this.#resources.set(kind, resources.set(key, problem));
    this.#tell(kind);
  }

  /** It is as promised (again), or gone. */
  clear(kind: string, id: string): void {
    if (this.#resources.get(kind)?.delete(id)) this.#tell(kind);
  }

  /** After a complete listing: what was not in it is no more. @param nameless whether it held resources without id */
  keepOnly(kind: string, listed: ReadonlySet<string>, nameless: boolean): void {
    for (const key of this.#resources.get(kind)?.keys() ?? []) if (key === NAMELESS ? !nameless : !listed.has(key)) this.clear(kind, key);
  }

  #tell(kind: string): void {
    const ids = [...(this.#resources.get(kind)?.keys() ?? [])];
    const more = ids.length > NAMED ? ` and ${ids.length - NAMED} more` : '';
    this.#health.doubt(kind, 'unreadable', ids.length === 0 ? null : `${ids.slice(0, NAMED).join(', ')}${more}`);
  }
}
