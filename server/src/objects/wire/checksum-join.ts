/** The checksum of a whole from those of its parts, without their bytes. */

/** Cyclic checksums, with bits reflected: width, and the polynomial without its highest power. */
const CYCLES: Readonly<Record<string, { width: bigint; polynomial: bigint }>> = {
  'x-amz-checksum-crc32': { width: 32n, polynomial: 0xedb88320n },
  'x-amz-checksum-crc32c': { width: 32n, polynomial: 0x82f63b78n },
  'x-amz-checksum-crc64nvme': { width: 64n, polynomial: 0x9a6c9329ac4bc9b5n },
};

/** Whether whole objects can have it that are made of parts. */
export const isJoinable = (header: string): boolean => header in CYCLES;

/**
 * Joins checksums of one kind. Behind so many bytes the former checksum is multiplied by x to the power of their bits, and the next one added, all
 * modulo the polynomial (the method of zlib's crc32_combine).
 */
export function joinerOf(header: string): (former: string, next: string, bytes: number) => string {
  const cycle = CYCLES[header];
  if (!cycle) throw new Error(`${header} is no cyclic checksum`);
  const { width, polynomial } = cycle;
  const one = 1n << (width - 1n);
  const multiply = (a: bigint, b: bigint): bigint => {
    let [product, shifted] = [0n, b];
    for (let bit = one; bit > 0n; bit >>= 1n) {
      if (a & bit) product ^= shifted;
      shifted = shifted & 1n ? (shifted >> 1n) ^ polynomial : shifted >> 1n;
    }
    return product;
  };
  // x to the power of eight bits, squared again and again.
  const squares: bigint[] = [one >> 8n];
  const factors = new Map<number, bigint>();
  const factorOf = (bytes: number): bigint => {
    let factor = factors.get(bytes);
    if (factor !== undefined) return factor;
    factor = one;
    for (let [left, at] = [BigInt(bytes), 0]; left > 0n; left >>= 1n, at += 1) {
      const square = (squares[at] ??= multiply(squares[at - 1]!, squares[at - 1]!));
      if (left & 1n) factor = multiply(factor, square);
    }
    factors.set(bytes, factor);
    return factor;
  };
  const valueOf = (text: string): bigint => BigInt(`0x${Buffer.from(text, 'base64').toString('hex')}`);
  return (former, next, bytes) => {
    const joined = multiply(factorOf(bytes), valueOf(former)) ^ valueOf(next);
    return Buffer.from(joined.toString(16).padStart(Number(width) / 4, '0'), 'hex').toString('base64');
  };
}
