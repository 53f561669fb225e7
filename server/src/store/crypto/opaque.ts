import type { Opaque } from '../../port/store/opaque.ts';
import { createVault } from './vault.ts';

/** Whether a text is the only one for its bytes: none of its signs goes unread. */
function isWhole(sealed: string): boolean {
  const bytes = sealed.slice(sealed.indexOf('.') + 1);
  return Buffer.from(bytes, 'base64url').toString('base64url') === bytes;
}

/** Sealed by a key of its own, so that the many of these wear down no key that guards what is stored. Replicas open each other's. */
export function createOpaque(secret: Buffer, former: readonly Buffer[] = []): Opaque {
  const vault = createVault(secret, former, 'gantry opaque texts');
  return {
    seal: (text, about) => vault.seal(text, about),
    open(sealed, about) {
      if (!isWhole(sealed) || !vault.canOpen(sealed)) return undefined;
      try {
        return vault.open(sealed, about) as string;
      } catch {
        // Whatever is wrong with it, its bearer did not get it from us like that.
        return undefined;
      }
    },
  };
}
