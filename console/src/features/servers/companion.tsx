import { api } from '../../app/api/calls.ts';
import { useOptions } from '../../app/list/use-options.ts';

/** Placements are read as soon as somebody has signed in (S0 §4), so that forms and filters have them at once. What fails is told there. */
export function Companion() {
  useOptions(api.traits.list, 'name:asc');
  return null;
}
