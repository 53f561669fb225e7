import { abilityStore, type ConsoleAbility } from '../abilities/abilities.ts';
import type { FeatureRoute, Restriction } from '../feature.ts';
import { choosesProject } from '../session/scope-of.ts';
import { sessionStore } from '../session/state.ts';

/** Whether the abilities let the user onto a page; the action is `read` where none is said (S0 §6). */
export const mayOpen = (page: FeatureRoute, ability: ConsoleAbility): boolean =>
  'public' in page ||
  'own' in page ||
  ability.can(page.restriction.action ?? 'read', page.restriction.subject) ||
  mayChoose(page.restriction);

/** Whether a project is chosen on the page, in which it may be opened. */
const mayChoose = ({ inProject }: Restriction): boolean =>
  inProject !== undefined && abilityStore.get().capabilities.has(inProject) && choosesProject(sessionStore.get());
