import {
  EmptyState as PatternFlyEmptyState,
  EmptyStateActions,
  EmptyStateBody,
  EmptyStateFooter,
} from '@patternfly/react-core/dist/esm/components/EmptyState';
import type { ComponentType, ReactNode } from 'react';

export interface EmptyStateProps {
  icon: ComponentType;
  title: string;
  /** One sentence: what the thing is, or what to do. */
  body?: string;
  /** The button that leads out of the emptiness. */
  action?: ReactNode | undefined;
}

/** Nothing is here. */
export function EmptyState({ icon, title, body, action }: EmptyStateProps) {
  return (
    <PatternFlyEmptyState headingLevel="h2" icon={icon} titleText={title} variant="sm">
      {body !== undefined && <EmptyStateBody>{body}</EmptyStateBody>}
      {action !== undefined && (
        <EmptyStateFooter>
          <EmptyStateActions>{action}</EmptyStateActions>
        </EmptyStateFooter>
      )}
    </PatternFlyEmptyState>
  );
}
