import type { CallInput } from '@gantry/contract/wire/call';
import { Link, useRouterState } from '@tanstack/react-router';
import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import type { Actions } from '../../ui/action/use-actions.tsx';
import { Banner } from '../../ui/show/banner.tsx';
import { EmptyState } from '../../ui/show/empty-state.tsx';
import { ErrorState } from '../../ui/show/error-state.tsx';
import { isUnreadable } from '../../ui/show/unreadable.tsx';
import { useUiText } from '../../ui/text.ts';
import type { ApiCall, ReadCall } from '../api/calls.ts';
import { useItem } from '../api/hooks.ts';
import { useFailure } from '../errors/failure.ts';
import { usePageName } from '../router/page-name.ts';
import { PageHeading } from '../shell/page-heading.tsx';
import { DetailsHead } from './details-head.tsx';
import { DetailsSkeleton, type DetailsShape } from './details-skeleton.tsx';
import { OtherProjectLink } from './other-project-link.tsx';
import { LastTask } from './last-task.tsx';
import type { Named } from './named.ts';
import { useNounText, type NounName } from './noun-text.ts';
import './resource.css';
import { useItemId } from './use-item-id.ts';
import { useListed } from './use-listed.ts';
import { useNamed } from './link-name.ts';

interface ResourceDetailsPageProps<T> {
  /** Namespace of the texts: the heading while the thing is on its way, and what is said where there is none. */
  noun: NounName;
  icon: ComponentType;
  call: ApiCall<ReadCall<T>>;
  /** Address of the list, the way out of a page about nothing. */
  list: string;
  /** What the page looks like while the thing is on its way. */
  shape?: DetailsShape;
  /** What it is called; its name, or its id where it has none, where absent. */
  nameOf?(item: T): string;
  children(item: T): ReactNode;
}

/** What was made a moment ago is looked for so often, after so many milliseconds each, before it counts as gone. */
const NEW_LOOKS = 20;
const NEW_MS = 500;

const ONE_CARD: DetailsShape = {};

const ownName = ({ name, id }: Named): string => name || id;

/** The page of one thing that the address names: what is shown of it stays while the next answer fails, until the thing is gone. */
export function ResourceDetailsPage<T extends Named>(props: ResourceDetailsPageProps<T>) {
  const { noun, icon, call, list, shape = ONE_CARD, nameOf = ownName, children } = props;
  const text = useNounText(noun);
  const { t: ui } = useUiText();
  const describe = useFailure();
  const id = useItemId(call);
  const params: NonNullable<CallInput<ReadCall<T>>['params']> = { [call.idParam ?? '']: id };
  const isNew = useRouterState({ select: ({ location }) => location.state.made === true });
  const [looks, setLooks] = useState(0);
  const query = useItem(call, params);
  const isComing = isNew && query.data === undefined && query.error?.kind === 'not-found' && looks < NEW_LOOKS;
  const { refetch } = query;
  useEffect(() => {
    if (!isComing) return undefined;
    const timer = setTimeout(() => void refetch().then(() => setLooks(looks + 1)), NEW_MS);
    return () => clearTimeout(timer);
  }, [isComing, looks, refetch]);
  const listed = useListed<T>(call, Object.values(params)[0]);
  // What a list has shown is here at once, until the thing itself has been read.
  const item = query.data ?? (query.error ? undefined : listed);
  const named = useNamed();
  usePageName(item ? nameOf(item) : query.error ? undefined : named);
  if (query.error?.kind === 'not-found' && !isComing)
    return (
      <>
        <PageHeading>{item ? nameOf(item) : text('title.details')}</PageHeading>
        <EmptyState
          icon={icon}
          title={item ? ui('details.gone', { name: nameOf(item) }) : text('details.not-found')}
          {...(!item && { body: text('details.not-found-body') })}
          action={
            <>
              {!item && <OtherProjectLink id={id} />}
              <Link to={list}>{ui('details.back')}</Link>
            </>
          }
        />
      </>
    );
  return (
    <>
      {query.error && !isComing && <ErrorState failure={describe(query.error)} retry={() => void query.refetch()} />}
      {item && children(item)}
      {!item && (!query.error || isComing) && (
        <DetailsSkeleton name={named ?? text('title.details')} label={text('title.details')} shape={shape} />
      )}
    </>
  );
}

interface ResourceDetailsProps<T> {
  item: T;
  actions: Actions<T>;
  /** Ids of the actions that may be buttons, the usual ones first; two of them are. */
  buttons: readonly string[];
  nameOf?(item: T): string;
  status?: ReactNode;
  /** What of it matters first: its address, its size, whose it is. */
  line?: readonly ReactNode[] | undefined;
  /** false: no tasks are about it, for it is one. */
  hasTasks?: boolean;
  children: ReactNode;
}

/** One thing: its name, its state and what of it matters first, what can be done to it, what there is to say about it, and what was done last. */
export function ResourceDetails<T extends Named>(props: ResourceDetailsProps<T>) {
  const { item, actions, buttons, nameOf = ownName, status, line, hasTasks = true, children } = props;
  const { t } = useUiText();
  return (
    <>
      <DetailsHead name={nameOf(item)} status={status} line={line} offers={actions.offers(item)} buttons={buttons} />
      {isUnreadable(item) && <Banner tone="warning" title={t('unreadable')} />}
      {children}
      {hasTasks && <LastTask id={item.id} level={2} />}
      {actions.dialog}
    </>
  );
}
