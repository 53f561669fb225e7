import { Breadcrumb, BreadcrumbItem } from '@patternfly/react-core/dist/esm/components/Breadcrumb';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Feature, FeatureRoute } from '../feature.ts';
import { useFeatures } from '../router/features-context.ts';
import { namesAboveStore, pageNameStore } from '../router/page-name.ts';
import { pageAt, useOpenPage } from '../router/use-page.ts';
import { titleOf } from '../router/use-page-title.ts';
import { useStore } from '../store.ts';
import { showTruncatedTooltip } from '../../ui/list/truncated-tooltip.ts';

/** From the top down to the page itself: each page names the one above it. */
function trailOf(features: readonly Feature[], page: FeatureRoute): FeatureRoute[] {
  const parent = page.parent === undefined ? undefined : pageAt(features, page.parent);
  return parent ? [...trailOf(features, parent), page] : [page];
}

/** Where the page lies. A page at the top has none. */
export function Breadcrumbs() {
  const { t } = useTranslation();
  const open = useOpenPage();
  const features = useFeatures();
  const name = useStore(pageNameStore, (page) => page.name);
  const above = useStore(namesAboveStore, (names) => names);
  if (open?.page.parent === undefined) return null;
  const trail = trailOf(features, open.page);
  return (
    <Breadcrumb className="gantry-breadcrumb" aria-label={t('shell.breadcrumb')} onPointerOver={showTruncatedTooltip}>
      {trail.map((page) => {
        const isLast = page === open.page;
        // A form over the page of one thing lies below that thing, not below its noun.
        const title = titleOf(page, t, open.params, above[page.path] ?? name);
        return (
          <BreadcrumbItem
            key={page.path}
            isActive={isLast}
            {...(!isLast && {
              render: ({ className }) => (
                <Link to={page.path} params={open.params} className={className}>
                  <bdi>{title}</bdi>
                </Link>
              ),
            })}
          >
            {isLast && <bdi>{title}</bdi>}
          </BreadcrumbItem>
        );
      })}
    </Breadcrumb>
  );
}
