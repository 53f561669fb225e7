import { Title } from '@patternfly/react-core/dist/esm/components/Title';
import type { ReactNode } from 'react';

/** The heading of a page: one per page, where the focus goes after navigation. */
export function PageHeading({ children }: { children: ReactNode }) {
  return (
    <Title headingLevel="h1" size="2xl" data-page-heading tabIndex={-1}>
      {children}
    </Title>
  );
}
