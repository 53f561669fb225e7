import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import DownloadIcon from '@patternfly/react-icons/dist/esm/icons/download-icon';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useState, type ComponentType, type ReactNode } from 'react';
import type { Actions } from '../../ui/action/use-actions.tsx';
import { BulkBar } from '../../ui/list/bulk-bar.tsx';
import { ColumnPicker } from '../../ui/list/column-picker.tsx';
import type { Column, ListFilter } from '../../ui/list/columns.ts';
import { FilterBar } from '../../ui/list/filter-bar.tsx';
import { MapSwitch } from '../../ui/list/map-switch.tsx';
import { isFiltered } from '../../ui/list/list-state.ts';
import { ResourceTable } from '../../ui/list/resource-table.tsx';
import { MAX_CHOSEN, type Identified } from '../../ui/list/selection.ts';
import { useUiText } from '../../ui/text.ts';
import { ExportNote } from '../list/export-note.tsx';
import { useChooseAll } from '../list/use-choose-all.ts';
import { useColumnChoice } from '../list/use-column-choice.ts';
import { useExport } from '../list/use-export.ts';
import { closePeek, showRow } from '../list/peek.ts';
import { offered, usePageActions } from '../palette/page-actions.ts';
import { useListKeys } from '../list/use-list-keys.ts';
import { ViewMenu } from '../list/view-menu.tsx';
import { usePeeked } from '../list/use-peeked.ts';
import type { ListPage } from '../list/use-list-page.ts';
import { ErrorBoundary } from '../shell/error-boundary.tsx';
import { useMarked } from '../router/made-marks.ts';
import { useSession } from '../session/use-session.ts';
import { createStore } from '../store.ts';
import { ListHead } from './list-head.tsx';
import { useNounText, type NounName } from './noun-text.ts';
import type { Peek as PeekOf } from './peek.tsx';

/** Loaded when the first row is looked at. */
const Peek = lazy(async () => ({ default: (await import('./peek.tsx')).Peek })) as typeof PeekOf;

const idOf = ({ id }: Identified): string => id;

/** The button above a list; none where the user may not do what it leads to. */
export type ListButton = { label: string; to: string } | false | undefined;

interface ResourceListPageProps<T> {
  /** Namespace of the texts: heading, labels, and what an empty list says. */
  noun: NounName;
  icon: ComponentType;
  list: ListPage<T>;
  columns: readonly Column<T>[];
  /** What there is to say about a row that is shown beside the list, which row it is first; the columns where absent. */
  facts?: readonly Column<T>[];
  filters: readonly ListFilter[];
  nameOf(item: T): string;
  actions?: Actions<T>;
  /** The button that leads to the form. */
  create?: ListButton;
  /** Lists beside this one, or what holds for all of it. */
  tabs?: ReactNode;
  /** More about a row, unfolded below it. */
  expand?(item: T): ReactNode;
  /** The rows drawn in place of the table, and what is shown beside them; where the list's spec has a map, and its address asks for it. */
  map?: { drawn: ReactNode; beside: ReactNode } | undefined;
}

const keysOf = (columns: readonly { key: string }[]): ReadonlySet<string> => new Set(columns.map(({ key }) => key));

/** The list page of a noun: filters, what can be done to the chosen rows, the table, and the way out of an empty list. */
export function ResourceListPage<T extends Identified>(props: ResourceListPageProps<T>) {
  const { noun, icon, list, columns, facts = columns, filters, nameOf, actions, create, tabs, expand, map } = props;
  const { call: _call, spec, selection, choose: _choose, chosen, items: _items, onPeek, ...table } = list;
  const peeked = usePeeked(list, !map);
  const text = useNounText(noun);
  const { t: ui } = useUiText();
  useListKeys(table.state.peek, onPeek);
  const onRow = useCallback((id: string, row: HTMLElement) => showRow(id, row, onPeek), [onPeek]);
  const { shown, choice, onChoice } = useColumnChoice(noun, columns);
  const [laidOut] = useState(() => createStore({ keys: keysOf(shown) }));
  const onColumns = useCallback((now: readonly Column<T>[]) => laidOut.set({ keys: keysOf(now) }), [laidOut]);
  const exported = useExport(noun, list, shown);
  const all = useChooseAll(list);
  const marked = useMarked(table.page?.data, { idOf, nameOf });
  const hasProjects = useSession((session) => !session.currentProject && session.projects.length > 0);
  // Whoever sees the things of several projects, and may do nothing here, is told where it can be done.
  const onlyLooks = hasProjects && actions?.any === false && !create;
  const navigate = useNavigate();
  usePageActions(() => [
    ...(create ? [{ id: 'action:create', label: create.label, run: () => void navigate({ to: create.to }) }] : []),
    ...(actions && chosen.length > 0 ? offered(actions.bulkOffers(chosen)) : []),
    ...(actions && peeked ? offered(actions.offers(peeked)) : []),
  ]);
  const button = create ? <CreateButton {...create} /> : undefined;
  // Where there is nothing yet, the page itself has the button.
  const isEmpty = table.page?.data.length === 0 && !isFiltered(table.state);
  return (
    <>
      <ListHead title={text('title.list')} count={table.page?.count} button={!isEmpty && button} />
      {tabs}
      {!isEmpty && (
        <FilterBar label={text('list.filters')} filters={filters} state={table.state} onState={table.onState}>
          {spec.map && <MapSwitch state={table.state} onState={table.onState} />}
          <ViewMenu list={noun} spec={spec} state={table.state} onState={table.onState} />
          {!map && <ColumnPicker columns={columns} laidOut={laidOut} choice={choice} onChoice={onChoice} />}
          <Button
            variant="plain"
            icon={<DownloadIcon />}
            aria-label={ui('export.start')}
            title={ui('export.start')}
            isAriaDisabled={exported.progress !== undefined}
            onClick={exported.start}
          />
        </FilterBar>
      )}
      {onlyLooks && <p className="gantry-subtle">{text('list.only-look')}</p>}
      <ExportNote {...exported} />
      <div className="gantry-beside">
        <div>
          <ResourceTable
            {...table}
            label={text('title.list')}
            columns={shown}
            onColumns={onColumns}
            idOf={idOf}
            nameOf={nameOf}
            defaultSort={spec.defaultSort}
            pageSize={spec.limit}
            marked={marked}
            empty={{ icon, title: text('list.empty-title'), body: text('list.empty-body'), action: button }}
            onPeek={onRow}
            {...(map && { map: map.drawn })}
            {...(actions?.anyBulk && { selection })}
            {...(actions?.any && { actions })}
            {...(expand && { expand })}
          />
        </div>
        {map?.beside}
        {peeked && (
          <ErrorBoundary silent>
            <Suspense>
              <Peek item={peeked} name={nameOf(peeked)} facts={facts} actions={actions} onClose={() => closePeek(onPeek)} />
            </Suspense>
          </ErrorBoundary>
        )}
      </div>
      <output className="pf-v6-screen-reader">{peeked && ui('peek.shown', { name: nameOf(peeked) })}</output>
      {actions && (
        <BulkBar
          count={selection.ids.size}
          limit={selection.ids.size >= MAX_CHOSEN ? ui('bulk.limit', { count: MAX_CHOSEN }) : undefined}
          offers={actions.bulkOffers(chosen)}
          all={all}
          onClear={selection.clear}
        />
      )}
      {actions?.dialog}
    </>
  );
}

function CreateButton({ label, to }: { label: string; to: string }) {
  const navigate = useNavigate();
  return <Button onClick={() => void navigate({ to })}>{label}</Button>;
}
