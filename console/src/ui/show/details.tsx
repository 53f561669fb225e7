import {
  DescriptionList,
  DescriptionListDescription,
  DescriptionListGroup,
  DescriptionListTerm,
} from '@patternfly/react-core/dist/esm/components/DescriptionList';
import type { ReactNode } from 'react';
import { Dash } from './dash.tsx';

export interface Property {
  label: string;
  /** null and undefined show as a dash. */
  value: ReactNode;
}

/** Properties of one thing. */
export function Details({ properties }: { properties: readonly Property[] }) {
  return (
    <DescriptionList isHorizontal isCompact columnModifier={{ default: '1Col', xl: '2Col' }}>
      {properties.map(({ label, value }) => (
        <DescriptionListGroup key={label}>
          <DescriptionListTerm>{label}</DescriptionListTerm>
          <DescriptionListDescription>{value ?? <Dash />}</DescriptionListDescription>
        </DescriptionListGroup>
      ))}
    </DescriptionList>
  );
}
