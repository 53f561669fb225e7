import type { ConsoleAbility } from '../abilities/abilities.ts';
import type { FeatureRoute } from '../feature.ts';

/** Whether the abilities let the user onto a page; the action is `read` where none is said (S0 §6). */
export const mayOpen = (page: FeatureRoute, ability: ConsoleAbility): boolean =>
  'public' in page || 'own' in page || ability.can(page.restriction.action ?? 'read', page.restriction.subject);
