import { folded } from '@gantry/contract/wire/folded';
/** Projects whose label holds the text, without regard to case; special characters mean themselves (S0 §2). Ordered by name. */
export function findProjects<P extends { name: string }>(projects: readonly P[], text: string): P[] {
  const wanted = folded(text.trim());
  return projects.filter(({ name }) => folded(name).includes(wanted)).sort((a, b) => a.name.localeCompare(b.name));
}
