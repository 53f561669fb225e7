import type { Call } from '@gantry/contract/wire/call';
import { Skeleton } from '@patternfly/react-core/dist/esm/components/Skeleton';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { z } from 'zod';
import { ErrorState } from '../../ui/show/error-state.tsx';
import type { ApiCall } from '../api/calls.ts';
import { readOptions } from '../api/queries.ts';
import { useFailure } from '../errors/failure.ts';
import { useScopeKey } from '../session/use-session.ts';
import '../resource/resource.css';
import { PageHeading } from '../shell/page-heading.tsx';

/** A call that lists all that there is, without pages. */
export type WholeCall<T> = ApiCall<Call<z.ZodObject | undefined, z.ZodObject | undefined, z.ZodType | undefined, z.ZodType<{ data: T[] }>>>;

interface OwnPageProps<T> {
  title: string;
  /** Kind of what is listed: no event tells of it, so that it is read when the page opens and after each change made on it. */
  kind: string;
  list: WholeCall<T>;
  /** What is below the heading, once the list is there. */
  children(items: readonly T[]): ReactNode;
}

/** A page about what is the user's own. */
export function OwnPage<T>({ title, kind, list, children }: OwnPageProps<T>) {
  const describe = useFailure();
  const { data, error, refetch } = useQuery({
    ...readOptions(useScopeKey(), list, {}),
    meta: { kind, id: undefined },
    refetchOnMount: 'always',
  });
  return (
    <>
      <PageHeading>{title}</PageHeading>
      {error && <ErrorState failure={describe(error)} retry={() => void refetch()} />}
      {!error && !data && <Skeleton height="8rem" screenreaderText={title} />}
      {!error && data && children(data.data)}
    </>
  );
}

/** What can be done to all of it, above the list. */
export const OwnActions = ({ children }: { children: ReactNode }) => <div className="gantry-tab-actions">{children}</div>;
