import { isFull } from './unavailable.ts';

/** Whether the disk has room for changes, as far as the last one showed. */
export class Room {
  #isThere = true;

  /** Watches how a change ends. */
  async heed<T>(change: Promise<T>): Promise<T> {
    try {
      const result = await change;
      this.#isThere = true;
      return result;
    } catch (error) {
      if (isFull(error)) this.#isThere = false;
      throw error;
    }
  }

  /** Where the last change found none, `change` is tried. Rejects where it fails for another reason. */
  async isThere(change: () => Promise<unknown>): Promise<boolean> {
    if (this.#isThere) return true;
    try {
      await this.heed(change());
    } catch (error) {
      if (!isFull(error)) throw error;
    }
    return this.#isThere;
  }
}
