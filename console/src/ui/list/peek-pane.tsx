import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import TimesIcon from '@patternfly/react-icons/dist/esm/icons/times-icon';
import type { ReactNode } from 'react';
import { ActionBar } from '../action/action-bar.tsx';
import type { Offer } from '../action/action.ts';
import { Details, type Property } from '../show/details.tsx';
import { useUiText } from '../text.ts';
import './peek.css';

interface PeekPaneProps {
  name: string;
  /** The name as the list shows it: with the way to the page, where there is one. */
  heading: ReactNode;
  properties: readonly Property[];
  offers: readonly Offer[];
  onClose(): void;
  children?: ReactNode;
}

/** One row of a list, beside it: what it is and what can be done to it. */
export function PeekPane({ name, heading, properties, offers, onClose, children }: PeekPaneProps) {
  const { t } = useUiText();
  const possible = offers.filter(({ reason }) => reason === undefined).map(({ id }) => id);
  return (
    <aside className="gantry-peek" aria-label={name}>
      <div className="gantry-peek-head">
        <h2>{heading}</h2>
        <Button variant="plain" size="sm" icon={<TimesIcon />} aria-label={t('close')} onClick={onClose} />
      </div>
      <ActionBar offers={offers} buttons={possible} menuLabel={t('actions.of', { name })} />
      <Details narrow properties={properties} />
      {children}
    </aside>
  );
}
