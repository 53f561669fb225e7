/** What of an address can stand for any key: base64url of its UTF-8 bytes (choice.file-id). It holds no slash, and no key makes `add` of itself. */
export const fileIdOf = (key: string): string =>
  btoa(String.fromCharCode(...new TextEncoder().encode(key)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');

/** The key that an address means; undefined where it means none. */
export function keyOfFileId(id: string): string | undefined {
  // No bytes are written in one character more than four times some.
  if (!/^[\w-]+$/.test(id) || id.length % 4 === 1) return undefined;
  const bytes = Uint8Array.from(atob(id.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
  const key = new TextDecoder().decode(bytes);
  return fileIdOf(key) === id ? key : undefined;
}
