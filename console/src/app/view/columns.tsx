import { enabledStatusOf } from '@gantry/contract/wire/statuses';
import type { ReactNode } from 'react';
import type { ColumnKind } from '../../ui/list/columns.ts';
import { CopyText } from '../../ui/show/copy-text.tsx';
import { fromGib, fromMib } from '../../ui/show/format-size.ts';
import { Ago, Instant } from '../../ui/show/instant.tsx';
import { Size } from '../../ui/show/size.tsx';
import type { SectionColumn } from '../resource/columns.tsx';
import { ItemLink } from '../resource/item-link.tsx';
import type { Named } from '../resource/named.ts';
import type { NounName } from '../resource/noun-text.ts';
import { EnabledLabel, ResourceStatus } from '../resource/status.tsx';
import type { ViewContext } from './context.ts';
import type { AnyMember, MemberKind, Place } from './members.ts';

const BYTES = { GiB: fromGib, MiB: fromMib, bytes: (size: number) => size };

/** What a kind of column is as wide as. */
const WIDTHS: Partial<Record<MemberKind, ColumnKind>> = {
  address: 'address',
  status: 'status',
  enabled: 'status',
  number: 'number',
  time: 'time',
  instant: 'instant',
  flag: 'flag',
  id: 'id',
  GiB: 'size',
  MiB: 'size',
  bytes: 'size',
};

/** Named as in the frame's table, where a member is none of the noun's own. */
export const labelOf = <T, N extends NounName>(
  { of = '', label }: Pick<AnyMember<T, N>, 'of' | 'label'>,
  { say }: Pick<ViewContext<N>, 'say'>,
): string => say(label ?? (`field.${of}` as 'field.id'));

/** The columns of a noun's list and the properties of one, from its table. The name is the frame's own. */
export const columnsOf = <T extends Named, N extends NounName>(
  noun: N,
  members: readonly AnyMember<T, N>[],
  context: ViewContext<N>,
): SectionColumn<T>[] => members.filter((member) => isShown(member, context)).map((member) => columnOf(noun, member, context));

/** The column that says what a row is, where the table paints it: its name otherwise. */
export const nameColumnOf = <T extends Named, N extends NounName>(
  members: readonly AnyMember<T, N>[],
  context: ViewContext<N>,
): SectionColumn<T> => {
  const { render = ({ name }: T) => <bdi>{name}</bdi>, ...member } = members.find(({ of }) => of === 'name') ?? {};
  return {
    key: 'name',
    kind: 'name',
    sort: 'name',
    fixed: true,
    label: labelOf({ of: 'name', ...member }, context),
    value: ({ name }) => name,
    render: (item) => render(item, context),
  };
};

const isShown = <T, N extends NounName>({ of, typed, in: places, when }: AnyMember<T, N>, context: ViewContext<N>): boolean =>
  of !== 'name' &&
  typed === undefined &&
  (!places || places.includes('list') || places.includes('details')) &&
  (when?.(context, 'list') ?? true);

/** Where a member is told, if not in both. */
function onlyOn(places: readonly Place[] | undefined): 'list' | 'details' | undefined {
  if (!places) return undefined;
  if (!places.includes('list')) return 'details';
  return places.includes('details') ? undefined : 'list';
}

function columnOf<T, N extends NounName>(noun: N, member: AnyMember<T, N>, context: ViewContext<N>): SectionColumn<T> {
  const { of = '', key = of, kind = 'text', in: places, sort, optional, rank, cells, link, value, render, details } = member;
  const label = labelOf(member, context);
  const at = (item: T): unknown => (value ? value(item, context) : (item as Readonly<Record<string, unknown>>)[of]);
  const plain = (item: T) => plainOf(kind, at(item), context);
  const { width = WIDTHS[kind] } = member;
  const on = onlyOn(places);
  const sorted = typeof sort === 'function' ? sort(context) : sort === true ? of : sort;
  return {
    key,
    label,
    value: plain,
    ...(width && { kind: width }),
    ...(sorted && { sort: sorted }),
    ...(optional && { optional }),
    ...(rank !== undefined && { rank }),
    ...(cells && { cells: cells.map((cell) => ({ ...cell, label: context.say(cell.label) })) }),
    ...(on && { on }),
    ...painters(noun, member, at, label, context),
    ...(link && { render: (item: T) => leadTo(link.kind, link.id(item), plain(item)) }),
    ...(render && { render: (item: T) => render(item, context) }),
    ...(details && { details: (item: T) => details(item, context) }),
  };
}

const leadTo = (kind: string, id: string | null | undefined, name: string | number | null): ReactNode =>
  name !== null && (
    <ItemLink kind={kind} id={id ?? null}>
      {String(name)}
    </ItemLink>
  );

/** A value as it stands in a file, and where nothing paints it. */
function plainOf<N extends NounName>(kind: MemberKind, value: unknown, context: ViewContext<N>): string | number | null {
  if (kind === 'status') return context.word(String(value));
  if (kind === 'enabled') return context.enabled(enabledStatusOf(value === true));
  if (value === null || value === undefined || value === '') return null;
  if (Array.isArray(value)) return value.join(', ') || null;
  if (typeof value === 'boolean') return context.say(value ? 'yes' : 'no');
  return value as string | number;
}

/** How a kind paints what `at` finds. */
function painters<T, N extends NounName>(
  noun: N,
  { kind = 'text', statuses = {} }: AnyMember<T, N>,
  at: (item: T) => unknown,
  label: string,
  context: ViewContext<N>,
): Pick<SectionColumn<T>, 'render' | 'details'> {
  const text = (item: T) => {
    const value = at(item);
    return Array.isArray(value) ? value.join(', ') : ((value ?? null) as string | null);
  };
  switch (kind) {
    case 'GiB':
    case 'MiB':
    case 'bytes': {
      const size = (item: T, isListed: boolean): ReactNode => {
        const value = at(item) as number | null;
        return value !== null && <Size bytes={BYTES[kind](value)} {...(isListed && { in: 'GiB' })} />;
      };
      return { render: (item) => size(item, kind !== 'bytes'), details: (item) => size(item, kind === 'MiB') };
    }
    case 'status':
      return { render: (item) => <ResourceStatus noun={noun} of={statuses} status={String(at(item))} /> };
    case 'enabled':
      return { render: (item) => <EnabledLabel enabled={at(item) === true} word={context.enabled} /> };
    case 'address':
      return { render: (item) => text(item) && <bdi dir="ltr">{text(item)}</bdi> };
    case 'copied':
    case 'id':
      return {
        render: (item) => text(item) && <bdi dir="ltr">{text(item)}</bdi>,
        details: (item) => text(item) && <CopyText text={text(item) ?? ''} label={label} />,
      };
    case 'time':
      return {
        render: (item) => text(item) && <Ago at={text(item) ?? ''} />,
        details: (item) => text(item) && <Instant at={text(item) ?? ''} />,
      };
    case 'instant':
      return { render: (item) => text(item) && <Instant at={text(item) ?? ''} /> };
    default:
      return {};
  }
}
