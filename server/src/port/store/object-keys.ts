/** Keys of encrypted objects, sealed with the one key of the store that guards them all. */
export interface ObjectKeys {
  /** `file`: the name of the file with the object's bytes; in another one the key cannot be read. */
  seal(key: Buffer, file: string): Buffer;
  /** Throws where it was changed or moved. */
  open(sealed: Buffer, file: string): Buffer;
}

/** Bytes of a key, and of a sealed one. */
export const OBJECT_KEY_BYTES = 32;
export const SEALED_KEY_BYTES = 60;
