import { Card, CardBody } from '@patternfly/react-core/dist/esm/components/Card';
import { useMemo, type ComponentType, type ReactNode } from 'react';
import type { Action } from '../../ui/action/action.ts';
import { propertiesOf } from '../../ui/list/facts.tsx';
import { Details, type Property } from '../../ui/show/details.tsx';
import { useUiText } from '../../ui/text.ts';
import { useMay } from '../abilities/use-may.ts';
import { useListPage } from '../list/use-list-page.ts';
import { nameColumn, type SectionColumn } from './columns.tsx';
import { ResourceDetails, ResourceDetailsPage } from './details-page.tsx';
import { ResourceListPage } from './list-page.tsx';
import type { Named } from './named.ts';
import { useNounText } from './noun-text.ts';
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

/** The list page of a section: found by name, with deletion and the button that leads to the form. */
export function SectionList<T extends Named>({ section, icon, columns, actions: own = [], deletable = {} }: SectionPageProps<T>) {
  const { noun, calls, spec, add, addressOf } = section;
  const text = useNounText(noun);
  const { t: ui } = useUiText();
  const may = useMay();
  const list = useListPage<T>(calls.list, spec);
  const actions = useSectionActions(section, own, deletable, list.items, list.selection.clear);
  const name = useMemo(() => nameColumn<T>(text('field.name'), addressOf), [text, addressOf]);
  const shown = useMemo(() => [name, ...columns.filter(({ on }) => on !== 'details')], [name, columns]);
  return (
    <ResourceListPage
      noun={noun}
      icon={icon}
      list={list}
      columns={shown}
      facts={[name, ...columns]}
      filters={[{ kind: 'search', key: 'name', label: ui('filter.by-name') }]}
      nameOf={({ id, name }) => name || id}
      actions={actions}
      create={may(calls.create) && { label: text('title.add'), to: add }}
    />
  );
}

interface SectionDetailsProps<T> extends SectionPageProps<T> {
  /** What else there is to say about one. */
  more?(item: T): readonly Property[];
  /** The page below the name, made of its properties; absent: they alone. */
  body?(item: T, properties: ReactNode): ReactNode;
}

/** The page of one thing of a section; each action of its own has a button. */
export function SectionDetails<T extends Named>({
  section,
  icon,
  columns,
  actions = [],
  deletable = {},
  more,
  body,
}: SectionDetailsProps<T>) {
  const all = (item: T) => [...propertiesOf(columns, item), ...(more?.(item) ?? [])];
  return (
    <ResourceDetailsPage<T> noun={section.noun} icon={icon} call={section.calls.read} list={section.path}>
      {(item) => <OneThing section={section} item={item} own={actions} deletable={deletable} properties={all(item)} body={body} />}
    </ResourceDetailsPage>
  );
}

interface OneThingProps<T> {
  section: Section<T>;
  item: T;
  own: readonly Action<T>[];
  deletable: Deletable<T>;
  properties: readonly Property[];
  body: SectionDetailsProps<T>['body'];
}

function OneThing<T extends Named>({ section, item, own, deletable, properties, body }: OneThingProps<T>) {
  const actions = useSectionActions(section, own, deletable, [item]);
  const shown = (
    <Card isCompact>
      <CardBody>
        <Details properties={properties} />
      </CardBody>
    </Card>
  );
  return (
    <ResourceDetails item={item} actions={actions} buttons={[...own.map(({ id }) => id), section.calls.delete.id]}>
      {body ? body(item, shown) : shown}
    </ResourceDetails>
  );
}
