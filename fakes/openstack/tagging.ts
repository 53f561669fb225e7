import type { Collection } from './collection.ts';
import type { Route } from './reply.ts';

/** How Neutron tags what it keeps: one tag by its address. */
export const tagging = (kept: Collection, path: string): Route => ({
  method: 'PUT',
  path: new RegExp(`^${path}/([^/]+)/tags/([^/]+)$`),
  answer(_question, id = '', tag = '') {
    kept.change(id, { tags: [decodeURIComponent(tag)] });
    return { status: 201 };
  },
});
