/** 128 random bits in hex. Not `crypto.randomUUID`: that one is missing on plain HTTP away from localhost. */
export const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
