/** Deterministic variety: the same seed, kind and number give the same value, without anything being stored. */

/** The finalizer of MurmurHash3: every bit of the answer depends on every bit of the number. */
function mixed(value: number): number {
  let bits = value | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

export class Chance {
  readonly #seed: number;
  readonly #kinds = new Map<string, number>();

  constructor(seed: number) {
    this.#seed = mixed(seed + 0x9e3779b9);
  }

  /** 0 to 2³² - 1. */
  number(kind: string, n: number): number {
    return mixed(mixed(this.#kind(kind) + n) ^ this.#seed);
  }

  pick<T>(items: readonly T[], kind: string, n: number): T {
    return items[this.number(kind, n) % items.length]!;
  }

  /** A random-looking UUID of version 4. */
  uuid(kind: string, n: number): string {
    const hex = this.hex(kind, n);
    const variant = '89ab'[parseInt(hex[16]!, 16) % 4]!;
    return flat(`${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`);
  }

  /** 32 hexadecimal digits, as Keystone's ids are. */
  hex(kind: string, n: number): string {
    const first = this.number(kind, n);
    const bytes = Buffer.allocUnsafe(16);
    for (let part = 0; part < 4; part++)
      bytes.writeUInt32BE(mixed(Math.imul(first, part * 2 + 1) ^ mixed(n + part * 0x632be5ab)), part * 4);
    return bytes.toString('hex');
  }

  #kind(kind: string): number {
    let hash = this.#kinds.get(kind);
    if (hash === undefined) {
      hash = 0x811c9dc5;
      for (const letter of kind) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193);
      this.#kinds.set(kind, hash);
    }
    return hash;
  }
}

/** The same text in one piece: V8 keeps what was put together from pieces as a tree of them, at several times the memory. */
export const flat = (text: string): string => Buffer.from(text, 'latin1').toString('latin1');
