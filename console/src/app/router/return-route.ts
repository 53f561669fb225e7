/** Where a form leads back to when it has ended, as its address carries it: `returnRoute` (S2 §2, decision D8). */
import { z } from 'zod';

const shape = z.object({ name: z.string(), params: z.record(z.string(), z.string()), query: z.record(z.string(), z.unknown()) });
/** A page of the console: its path as the router writes it (`/compute/instances/$serverId`), what that is filled with, and the query. */
export type ReturnRoute = z.infer<typeof shape>;

/** base64url of its JSON. */
export const encodeReturnRoute = (route: ReturnRoute): string =>
  z.util.uint8ArrayToBase64url(new TextEncoder().encode(JSON.stringify(route)));

/** Undefined for what is none, or names no page that `isPage` knows: so it never leads out of the console. */
export function decodeReturnRoute(value: unknown, isPage: (name: string) => boolean): ReturnRoute | undefined {
  const text = z.base64url().safeParse(value).data;
  if (text === undefined) return undefined;
  try {
    const route = shape.safeParse(JSON.parse(new TextDecoder().decode(z.util.base64urlToUint8Array(text)))).data;
    return route && isPage(route.name) ? route : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
