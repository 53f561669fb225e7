import { statusNames, type Statuses } from '@gantry/contract/wire/statuses';
import { Card, CardBody } from '@patternfly/react-core/dist/esm/components/Card';
import { useMemo, type ComponentType, type ReactNode } from 'react';
import type { Action } from '../../ui/action/action.ts';
import type { ListFilter } from '../../ui/list/columns.ts';
import { propertiesOf } from '../../ui/list/properties.tsx';
import type { ListState } from '../../ui/list/list-state.ts';
import { Details, type Property } from '../../ui/show/details.tsx';
import { useUiText } from '../../ui/text.ts';
import { useMayMake } from '../abilities/use-may-make.ts';
import { useListPage } from '../list/use-list-page.ts';
import { nameColumn, type SectionColumn } from './columns.tsx';
import { ResourceDetails, ResourceDetailsPage } from './details-page.tsx';
import type { DetailsShape } from './details-skeleton.tsx';
import { headLine } from './head-line.ts';
import { mapOf, type ListMap } from './list-map.tsx';
import { ResourceListPage, type ListButton } from './list-page.tsx';
import type { Named } from './named.ts';
import { useNounText, useStatusText } from './noun-text.ts';
import { useOwnerColumns, useOwnerFilters } from './owners.ts';
import { useSectionActions } from './section-actions.ts';
import type { Section } from './section.ts';
import type { Deletable } from './use-resource-actions.ts';

interface SectionPageProps<T> {
  section: Section<T>;
  icon: ComponentType;
  /** Beside the name. */
  columns: readonly SectionColumn<T>[];
  /** What else can be done beside deletion. */
  actions?: readonly Action<T>[];
  /** How they are deleted; absent: in any state. */
  deletable?: Deletable<T>;
}

interface SectionListProps<T> extends SectionPageProps<T> {
  /** Lists beside this one, or what holds for all of it: stands below the heading. */
  tabs?: ReactNode;
  /** Filters beside the one by name: a hook, the same in each life of the page. */
  useFilters?(state: ListState): readonly ListFilter[];
  /** Statuses that the list can be filtered by; its spec names the key `status`. */
  statuses?: Statuses;
  /** What leads on from the list; absent: to the form for a new thing, who may use it. A hook. */
  useButton?(section: Section<T>): ListButton;
  map?: ListMap<T> | undefined;
}

/** The button that leads to the form, for who may use it. */
function useAddButton<T>({ noun, calls: { create }, add, madeElsewhere }: Section<T>): ListButton {
  const text = useNounText(noun);
  const mayMake = useMayMake();
  return !madeElsewhere && create !== undefined && mayMake(create) && { label: text('title.add'), to: add };
}

const useNoFilters = (): readonly ListFilter[] => [];
const NONE: Statuses = {};

/** The list page of a section: found by name, with deletion and the button that leads to the form. */
export function SectionList<T extends Named>(props: SectionListProps<T>) {
  const { section, icon, columns: said, actions: own = [], deletable = {}, tabs, statuses = NONE, map } = props;
  const { useFilters = useNoFilters, useButton = useAddButton } = props;
  const { noun, calls, spec, addressOf, owned } = section;
  const text = useNounText(noun);
  const word = useStatusText(noun);
  const { t: ui } = useUiText();
  const list = useListPage<T>(calls.list, spec);
  const filters = useFilters(list.state);
  const ofOwners = useOwnerFilters(noun, owned === true, list.state);
  const columns = useWithOwners(section, said);
  const options = useMemo(() => statusNames(statuses).map((value) => ({ value, label: word(value) })), [statuses, word]);
  const actions = useSectionActions(section, own, deletable, list.items, list.selection.clear);
  const name = useMemo(() => nameColumn<T>(text('field.name'), addressOf), [text, addressOf]);
  const shown = useMemo(() => [name, ...columns.filter(({ on }) => on !== 'details')], [name, columns]);
  return (
    <ResourceListPage
      noun={noun}
      icon={icon}
      list={list}
      tabs={tabs}
      columns={shown}
      facts={[name, ...columns]}
      filters={[
        { kind: 'search', key: 'search', label: ui('filter.by-name-or-id') },
        ...(options.length > 0
          ? [{ kind: 'choice' as const, key: 'status', label: text('field.status'), usual: true as const, options }]
          : []),
        ...filters,
        ...ofOwners,
      ]}
      nameOf={({ id, name }) => name || id}
      actions={actions}
      create={useButton(section)}
      map={mapOf(map, list, name, columns)}
    />
  );
}

/** The columns with those that tell whose a thing is, before all but its name. */
function useWithOwners<T extends Named>({ noun, owned }: Section<T>, columns: readonly SectionColumn<T>[]) {
  const owners = useOwnerColumns<T>(noun, owned === true);
  return useMemo(() => (owners.length === 0 ? columns : [...owners, ...columns]), [columns, owners]);
}

interface SectionDetailsProps<T> extends SectionPageProps<T> {
  /** Ids of the actions that may be buttons, the usual ones first; absent: all of them. Two are, the others are in the menu. */
  buttons?: readonly string[];
  /** What of it matters first, below its name; absent: its address, its size and whose it is, as far as it has columns of them. */
  line?(item: T): readonly ReactNode[];
  /** What the page looks like while the thing is on its way; absent: one card. */
  shape?: DetailsShape;
  /** What else there is to say about one. */
  more?(item: T): readonly Property[];
  /** The page below the name, made of its properties; absent: they alone. */
  body?(item: T, properties: ReactNode): ReactNode;
}

/** The page of one thing of a section. */
export function SectionDetails<T extends Named>({
  section,
  icon,
  columns,
  actions = [],
  deletable = {},
  buttons = actions.map(({ id }) => id),
  line,
  shape,
  more,
  body,
}: SectionDetailsProps<T>) {
  const shown = useWithOwners(section, columns);
  // The state stands beside the name.
  const status = shown.find(({ kind, render }) => kind === 'status' && render);
  const others = shown.filter((column) => column !== status);
  const told = others.filter(({ on }) => on !== 'list');
  const all = (item: T) => [...propertiesOf(told, item), ...(more?.(item) ?? [])];
  return (
    <ResourceDetailsPage<T>
      noun={section.noun}
      icon={icon}
      call={section.calls.read}
      list={section.path}
      shape={{ ...(!status && { status: false }), ...shape }}
    >
      {(item) => (
        <ItemDetails
          section={section}
          item={item}
          own={actions}
          deletable={deletable}
          buttons={buttons}
          status={status?.render?.(item)}
          line={line ? line(item) : headLine(others, item)}
          properties={all(item)}
          body={body}
        />
      )}
    </ResourceDetailsPage>
  );
}

interface ItemDetailsProps<T> {
  section: Section<T>;
  item: T;
  own: readonly Action<T>[];
  deletable: Deletable<T>;
  buttons: readonly string[];
  status: ReactNode;
  line: readonly ReactNode[];
  properties: readonly Property[];
  body: SectionDetailsProps<T>['body'];
}

function ItemDetails<T extends Named>({ section, item, own, deletable, buttons, status, line, properties, body }: ItemDetailsProps<T>) {
  const actions = useSectionActions(section, own, deletable, [item]);
  const shown = (
    <Card isCompact>
      <CardBody>
        <Details properties={properties} />
      </CardBody>
    </Card>
  );
  return (
    <ResourceDetails item={item} actions={actions} buttons={buttons} status={status} line={line}>
      {body ? body(item, shown) : shown}
    </ResourceDetails>
  );
}
