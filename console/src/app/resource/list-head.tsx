import type { ReactNode } from 'react';
import { numberFormat } from '../../ui/format.ts';
import { useUiText } from '../../ui/text.ts';
import { PageHeading } from '../shell/page-heading.tsx';

interface ListHeadProps {
  title: string;
  /** How many there are; unknown where absent. */
  count?: number | undefined;
  /** The button that makes one more; none where nothing is there: then the page itself has it. */
  button?: ReactNode;
}

/** The head of a page that is a list: what it lists, how many there are, and at the end how one more is made. */
export function ListHead({ title, count, button }: ListHeadProps) {
  const { i18n } = useUiText();
  return (
    <div className="gantry-list-head">
      <PageHeading>{title}</PageHeading>
      {count !== undefined && count > 0 && <span className="gantry-subtle">{numberFormat(i18n.language).format(count)}</span>}
      {button && <div className="gantry-list-primary">{button}</div>}
    </div>
  );
}
