/** Numbers and texts in the first bytes of a file. Beyond its end everything is 0. */
export class Bytes {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get length(): number {
    return this.#bytes.length;
  }

  has = (offset: number, length: number): boolean => offset >= 0 && offset + length <= this.#bytes.length;

  uint32(offset: number, order: 'big' | 'little'): number {
    return this.has(offset, 4) ? this.#view.getUint32(offset, order === 'little') : 0;
  }

  /** As a number: sizes and places in files are far below 2^53, and what is not is only too large. */
  uint64(offset: number, order: 'big' | 'little'): number {
    return this.has(offset, 8) ? Number(this.#view.getBigUint64(offset, order === 'little')) : 0;
  }

  /** The same with all its bits. */
  bits64(offset: number, order: 'big' | 'little'): bigint {
    return this.has(offset, 8) ? this.#view.getBigUint64(offset, order === 'little') : 0n;
  }

  /** One byte, one character. */
  text(offset: number, length: number): string {
    let text = '';
    for (let at = offset; at < Math.min(offset + length, this.#bytes.length); at += 1) text += String.fromCharCode(this.#bytes[at] ?? 0);
    return text;
  }

  /** Bytes as hexadecimal digits. */
  hex(offset: number, length: number): string {
    return [...this.#bytes.subarray(offset, offset + length)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  }
}
