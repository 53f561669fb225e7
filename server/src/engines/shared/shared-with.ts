import type { Share } from '../../port/store/rows.ts';

/** Shares of what everybody may use, or only the projects with these ids. */
export function sharedWith(whom: 'everyone' | readonly string[]): Share[] {
  const targets: Share['target'][] = whom === 'everyone' ? ['public'] : whom.map((id) => `project:${id}` as const);
  return targets.map((target) => ({ target, state: 'accepted' }));
}
