/** Where a form leads back to, as its address carries it: base64url of its JSON (decision D8). */
export const encodeReturn = (route: { name: string; params: object; query: object }): string =>
  Buffer.from(JSON.stringify(route)).toString('base64url');
