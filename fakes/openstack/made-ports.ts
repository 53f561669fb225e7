import type { Port } from './server.ts';

/** Ports that were made by themselves: whoever lets go of them leaves them behind. */
export class MadePorts {
  readonly #ports = new Map<string, Port>();

  get all(): readonly Port[] {
    return [...this.#ports.values()];
  }

  get = (id: string): Port | undefined => this.#ports.get(id);
  add = (port: Port): void => void this.#ports.set(port.id, port);
  remove = ({ id }: Port): boolean => this.#ports.delete(id);
}
