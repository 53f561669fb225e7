import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import {
  DescriptionList,
  DescriptionListDescription,
  DescriptionListGroup,
  DescriptionListTerm,
} from '@patternfly/react-core/dist/esm/components/DescriptionList';
import { useState, type ReactNode } from 'react';
import { useUiText } from '../text.ts';
import { Dash } from './dash.tsx';

export interface Property {
  label: ReactNode;
  /** Where the label is no text, or not unique. */
  key?: string;
  /** null, undefined and an empty text: there is none. */
  value: ReactNode;
}

const isEmpty = ({ value }: Property): boolean => value === null || value === undefined || value === '';

interface DetailsProps {
  properties: readonly Property[];
  /** In a card of its own: one column, and nothing is said of what has no value. */
  narrow?: boolean;
}

/** Properties of one thing; those without a value are folded away. */
export function Details({ properties, narrow = false }: DetailsProps) {
  const { t } = useUiText();
  const [unfolded, setUnfolded] = useState(false);
  const empty = properties.filter(isEmpty);
  const shown = unfolded ? properties : properties.filter((property) => !isEmpty(property));
  return (
    <>
      <DescriptionList
        isHorizontal
        isCompact
        horizontalTermWidthModifier={{ default: '9.5rem', sm: '11rem' }}
        {...(!narrow && { columnModifier: { default: '1Col', xl: '2Col' } })}
      >
        {shown.map((property) => (
          <DescriptionListGroup key={property.key ?? String(property.label)}>
            <DescriptionListTerm>{property.label}</DescriptionListTerm>
            <DescriptionListDescription>{isEmpty(property) ? <Dash /> : property.value}</DescriptionListDescription>
          </DescriptionListGroup>
        ))}
      </DescriptionList>
      {!narrow && empty.length > 0 && (
        <Button variant="link" isInline className="gantry-details-more" aria-expanded={unfolded} onClick={() => setUnfolded(!unfolded)}>
          {t(unfolded ? 'details.hide-empty' : 'details.show-empty', { number: empty.length })}
        </Button>
      )}
    </>
  );
}
