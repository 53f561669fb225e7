import { useMatches } from '@tanstack/react-router';
import type { Feature, FeatureRoute } from '../feature.ts';
import { useFeatures } from './features-context.ts';

/** Where the page of unknown addresses is declared. */
export const NOT_FOUND_PATH = '/error404';

export const pageAt = (features: readonly Feature[], path: string): FeatureRoute | undefined =>
  features.flatMap(({ routes }) => routes).find((page) => page.path === path);

/** The open page as its feature has declared it, and the parameters of its path; undefined while none is matched. */
export function useOpenPage(): { page: FeatureRoute; params: Readonly<Record<string, string>> } | undefined {
  const features = useFeatures();
  const match = useMatches({ select: (matches) => matches.findLast(({ staticData }) => staticData.page !== undefined) });
  const isUnknown = useMatches({
    select: (matches) => matches.some(({ _notFound, status }) => _notFound === true || status === 'notFound'),
  });
  if (isUnknown) {
    const page = pageAt(features, NOT_FOUND_PATH);
    return page && { page, params: {} };
  }
  const page = match?.staticData.page;
  return page && { page, params: match.params as Readonly<Record<string, string>> };
}
