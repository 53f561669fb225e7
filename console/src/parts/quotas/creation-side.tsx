import type { QuotaResource, QuotaShare } from '@gantry/contract/wire/quotas';
import { takenBy } from '@gantry/contract/wire/taken';
import type { ReactNode } from 'react';
import { useNounText, type SectionName } from '../../app/resource/noun-text.ts';
import { QuotaTaken } from './quota-taken.tsx';
import type { Taken } from './quota-use.ts';

interface CreationSideProps {
  noun: SectionName;
  /** What it will be called; empty: what it is. */
  name: string;
  /** What was said of it, a line each. */
  said?: readonly ReactNode[];
  takes: Taken;
}

/** Beside the form for a new thing: what it will be, and what it takes of the quota of its project. */
export function CreationSide({ noun, name, said = [], takes }: CreationSideProps) {
  const text = useNounText(noun);
  return (
    <>
      <div>
        <h2>
          <bdi>{name || text('title.details')}</bdi>
        </h2>
        {said.map((line, index) => (
          // Lines have no name of their own; two may say the same.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={index} className="gantry-subtle">
            {typeof line === 'string' ? <bdi>{line}</bdi> : line}
          </div>
        ))}
      </div>
      <QuotaTaken takes={takes} />
    </>
  );
}

/** The side of a form of which there is no more to say than its name. @param share what one takes from the quota, as far as the form knows it */
export const creationSide =
  (noun: SectionName, share: QuotaShare) =>
  (draft: object): ReactNode => (
    <CreationSide
      noun={noun}
      name={'name' in draft ? String(draft.name) : ''}
      takes={{ amounts: takenBy(share, [{}]) as Partial<Record<QuotaResource, number>> }}
    />
  );
