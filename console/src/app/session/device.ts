const DEVICE_KEY = 'device';
const MARK = /^[\w-]{43}$/;

/** 256 random bits in base64url. */
const newMark = (): string =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/**
 * The mark of this browser, made once and kept, also when people sign out: an account that has been signed in to from here is never closed to
 * it by what others do (decision A3). It lets nobody in. Undefined in a browser that keeps nothing: then it is a stranger each time.
 */
export function deviceMark(storage: () => Storage = () => localStorage): string | undefined {
  try {
    const kept = storage().getItem(DEVICE_KEY);
    if (kept !== null && MARK.test(kept)) return kept;
    const mark = newMark();
    storage().setItem(DEVICE_KEY, mark);
    return mark;
  } catch (error) {
    console.warn('This browser keeps no mark of itself', error);
    return undefined;
  }
}
