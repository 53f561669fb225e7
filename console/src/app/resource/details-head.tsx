import type { ReactNode } from 'react';
import { ActionBar } from '../../ui/action/action-bar.tsx';
import type { Offer } from '../../ui/action/action.ts';
import { useUiText } from '../../ui/text.ts';
import { offered, usePageActions } from '../palette/page-actions.ts';
import { PageHeading } from '../shell/page-heading.tsx';
import './resource.css';

interface DetailsHeadProps {
  name: string;
  status?: ReactNode;
  /** What of it matters first: its address, its size, whose it is. */
  line?: readonly ReactNode[] | undefined;
  offers: readonly Offer[];
  /** Ids of the actions that may be buttons, the usual ones first; two of them are. */
  buttons: readonly string[];
}

/** The head of a thing's page: its name, its state and what of it matters first, and what can be done to it, which the palette has too. */
export function DetailsHead({ name, status, line = [], offers, buttons }: DetailsHeadProps) {
  const { t } = useUiText();
  usePageActions(() => offered(offers));
  return (
    <div className="gantry-details-head">
      <div>
        <DetailsTitle name={name} status={status} />
        {line.length > 0 && <HeadLine parts={line} />}
      </div>
      <ActionBar offers={offers} buttons={buttons} menuLabel={t('actions.of', { name })} menuText={t('table.actions')} />
    </div>
  );
}

/** Name and state of a thing, also while it is on its way. */
export const DetailsTitle = ({ name, status }: Pick<DetailsHeadProps, 'name' | 'status'>) => (
  <div className="gantry-details-title">
    <PageHeading>
      <bdi>{name}</bdi>
    </PageHeading>
    {status}
  </div>
);

const HeadLine = ({ parts }: { parts: readonly ReactNode[] }) => (
  <ul className="gantry-details-line">
    {parts.map((part, index) => (
      // The parts of a thing keep their places.
      <li key={index}>{part}</li>
    ))}
  </ul>
);
