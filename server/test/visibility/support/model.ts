/** Who sees what, as plain sentences over plain data: written from the rules, apart from the product. */

export interface Offer {
  /** Everyone, a project, or a domain with all its projects. */
  to: 'everyone' | { project: string } | { domain: string };
  state: 'pending' | 'accepted' | 'rejected';
}

export interface Thing {
  kind: string;
  id: string;
  /** Whose it is; a user's own where it has a user and no project. */
  domain: string | null;
  project: string | null;
  user: string | null;
  offers: readonly Offer[];
}

/** Where somebody looks from. */
export interface Viewer {
  user: string;
  /** Domain of the scope, else of the user. */
  domain: string;
  place: { type: 'system' } | { type: 'domain' } | { type: 'project'; project: string } | { type: 'nowhere' };
}

/** Kinds that can be offered to others; offers of other kinds mean nothing. */
const OFFERABLE: ReadonlySet<string> = new Set(['image', 'flavor', 'trait', 'network']);

/** The domain sees what is of the domain, the project what is of the project, users what is their own alone. */
function owns({ place, user, domain }: Viewer, thing: Thing): boolean {
  const alone = thing.project === null && thing.user === user && thing.user !== null;
  switch (place.type) {
    case 'system':
      return true;
    case 'domain':
      return thing.domain === domain;
    case 'project':
      return thing.project === place.project || alone;
    case 'nowhere':
      return alone;
  }
}

function isOffered({ place, domain }: Viewer, { to }: Offer): boolean {
  if (place.type === 'nowhere') return false;
  if (to === 'everyone') return true;
  if ('domain' in to) return to.domain === domain;
  return place.type === 'project' && place.project === to.project;
}

/** In lists and events: one's own, and what was offered and taken. */
export const isListed = (viewer: Viewer, thing: Thing): boolean =>
  owns(viewer, thing) ||
  (OFFERABLE.has(thing.kind) && thing.offers.some((offer) => offer.state === 'accepted' && isOffered(viewer, offer)));

/** By its id: also what was offered and not taken. */
export const isFound = (viewer: Viewer, thing: Thing): boolean =>
  owns(viewer, thing) || (OFFERABLE.has(thing.kind) && thing.offers.some((offer) => isOffered(viewer, offer)));
