/** Where a form leads back to when it has ended, as its address carries it: `returnRoute` (S2 §2, decision D8). */
import { z } from 'zod';
import { filledBy, pathNamed } from './names.ts';

const shape = z.object({ name: z.string(), params: z.record(z.string(), z.string()), query: z.record(z.string(), z.unknown()) });
/**
 * A page of the console: its name in the specification (`volumeDetails`), or its path as the router writes it (`/compute/instances/$serverId`),
 * what that is filled with, and the query.
 */
export type ReturnRoute = z.infer<typeof shape>;

/** base64url of its JSON. */
export const encodeReturnRoute = (route: ReturnRoute): string =>
  z.util.uint8ArrayToBase64url(new TextEncoder().encode(JSON.stringify(route)));

/**
 * With the path in place of the name. Undefined for what is none, or names no page, as far as `isPage` knows of paths: so it never leads out of
 * the console.
 */
export function decodeReturnRoute(value: unknown, isPage: (path: string) => boolean): ReturnRoute | undefined {
  const text = z.base64url().safeParse(value).data;
  if (text === undefined) return undefined;
  try {
    const route = shape.safeParse(JSON.parse(new TextDecoder().decode(z.util.base64urlToUint8Array(text)))).data;
    if (!route) return undefined;
    const name = pathNamed(route.name) ?? (isPage(route.name) ? route.name : undefined);
    return name === undefined ? undefined : { ...route, name, params: { ...filledBy(route.name), ...route.params } };
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
