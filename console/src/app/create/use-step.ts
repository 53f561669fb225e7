import { useNavigate, useParams } from '@tanstack/react-router';
import type { Search } from '../feature.ts';

/**
 * The step that is open stands in the address, `{path}/{step}`, the first as nothing: Back of the browser leads to the one before.
 * @param path address of the page, as the router writes it
 */
export function useStep(path: string) {
  const navigate = useNavigate();
  const { step } = useParams({ strict: false }) as { step?: string };
  return {
    step,
    onStep: (next: string | undefined) =>
      // Where the form leads back to stays in the query.
      void navigate({ to: next === undefined ? path : `${path}/${next}`, search: (query: Search) => query, resetScroll: false }),
  };
}
