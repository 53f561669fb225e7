import { useCallback, useState, type RefCallback } from 'react';
import { flushSync } from 'react-dom';
import type { Column, ColumnKind } from './columns.ts';

/** Width of a column in rem, also where there is hardly room for two, and when it leaves where there is no room: the highest first. */
const KINDS: Readonly<Record<ColumnKind, { width: number; narrow?: number; rank: number; flexible?: true }>> = {
  name: { width: 11, narrow: 6.5, rank: 0, flexible: true },
  status: { width: 9.5, narrow: 6.5, rank: 1 },
  address: { width: 10, rank: 2 },
  size: { width: 6.5, rank: 3 },
  number: { width: 5, rank: 4 },
  share: { width: 7, rank: 4 },
  usage: { width: 10.5, rank: 4 },
  text: { width: 8.5, narrow: 6, rank: 5, flexible: true },
  time: { width: 8.5, rank: 6 },
  instant: { width: 11, rank: 6 },
  flag: { width: 6, rank: 7 },
  id: { width: 20, rank: 8 },
};

/** What stands before and behind the columns, in rem: the box that chooses a row, its menu. */
export const EDGES = { choice: 2.5, menu: 3 } as const;

type Placed = Pick<Column<never>, 'key' | 'label' | 'kind' | 'rank' | 'sort' | 'chosen'>;

const kindOf = ({ kind = 'text' }: Placed) => KINDS[kind];

/** Letters of a heading that fit into one rem, and what a heading has beside them: the padding, and the mark of the order. */
const LETTERS = 1.75;
const AROUND = { padding: 1, order: 1.25 } as const;

/** Rem below which columns are narrow: a phone. */
const NARROW = 24;

/** Rem that name and status take there before a further column has a place, and how many of them are for the status. */
const EASE = { both: 3.75, status: 1.25 } as const;

/** Rem that a column has at least: what its kind needs, more for a long heading, which takes a second line before half as much again. */
function widthOf(column: Placed, room = Infinity): number {
  const { width, narrow } = kindOf(column);
  if (narrow !== undefined && room < NARROW) return narrow;
  const around = AROUND.padding + (column.sort === undefined ? 0 : AROUND.order);
  const longest = Math.max(...column.label.split(/\s/).map((word) => word.length));
  return Math.max(width, Math.min(column.label.length / LETTERS + around, width * 1.5), longest / LETTERS + around);
}

/** Rank of columns that never leave, and of the one that stays longest. */
const ALWAYS = -2;
const STATUS = -1;

/** What is left is shared by names and texts; a name takes so much of it for each part of a text. */
const NAME_PARTS = 2;

/** Width of each column, as CSS: what its kind says, and of what is left a part for each text. The first flexible one takes the rest. */
export function widthsOf(columns: readonly Placed[], room: number | undefined): (string | undefined)[] {
  const flexible = columns.filter((column) => kindOf(column).flexible);
  const left = room === undefined ? 0 : Math.max(0, room - neededRoom(columns, room));
  const ease = room !== undefined && room < NARROW ? Math.min(left, EASE.status) : 0;
  const part = (left - ease) / (flexible.length - 1 + NAME_PARTS);
  return columns.map((column) => {
    if (column.kind === 'status') return `${widthOf(column, room) + ease}rem`;
    if (!kindOf(column).flexible) return `${widthOf(column, room)}rem`;
    return column === flexible[0] ? undefined : `${widthOf(column, room) + part}rem`;
  });
}

/**
 * Which columns show, in their order. The first one says what a row is; it and those that somebody has asked for always do. After them the
 * status stays longest, then the one that the list is sorted by; the others leave by rank, from the end.
 * @param room rem for all of them
 */
export function fitting<C extends Placed>(columns: readonly C[], room: number, sortedBy: string | undefined): C[] {
  const rankOf = (column: C, index: number) => {
    if (index === 0 || column.chosen) return ALWAYS;
    if (column.kind === 'status') return STATUS;
    if (column.sort !== undefined && column.sort === sortedBy) return 0;
    return column.rank ?? kindOf(column).rank;
  };
  const ranked = columns.map((column, index) => ({ column, rank: rankOf(column, index) })).toSorted((a, b) => a.rank - b.rank);
  const kept = new Set<C>();
  let left = room;
  for (const { column, rank } of ranked) {
    const width = widthOf(column, room);
    const ease = room < NARROW && rank > STATUS ? EASE.both : 0;
    if (width > left - ease && rank !== ALWAYS) continue;
    left -= width;
    kept.add(column);
  }
  return columns.filter((column) => kept.has(column));
}

/** Rem that these columns need at least. */
export const neededRoom = (columns: readonly Placed[], room: number): number =>
  columns.reduce((sum, column) => sum + widthOf(column, room), 0);

/** A width that stays for so long (ms) is where a window or a pane has come to rest. */
const REST_MS = 500;

/** Keeps how wide lists were, and in a window of what width: a list that is drawn for its room at once is drawn once. */
const ROOM_KEY = 'gantry.list-room';

function roomOfLastTime(): number | undefined {
  const [width, room] = (localStorage.getItem(ROOM_KEY) ?? '').split(' ').map(Number);
  return width === window.innerWidth ? room : undefined;
}

/**
 * How wide an element is, in rem; undefined where nothing is laid out. Until it is laid out, which is before the first paint, it is taken to be
 * as wide as lists were last time. It is measured whenever it comes to be there, as when an empty list gets its first row.
 */
export function useRoom(): { room: number | undefined; ref: RefCallback<HTMLDivElement> } {
  const [room, setRoom] = useState(roomOfLastTime);
  const ref = useCallback((element: HTMLDivElement) => {
    if (typeof ResizeObserver === 'undefined') return undefined;
    let resting: ReturnType<typeof setTimeout> | undefined;
    const measure = () => {
      const rem = parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
      const measured = element.clientWidth > 0 ? Math.floor(element.clientWidth / rem) : undefined;
      // Drawn within the frame that is being laid out: nobody sees the columns of another width.
      flushSync(() => setRoom(measured));
      clearTimeout(resting);
      if (measured === undefined) return;
      resting = setTimeout(() => localStorage.setItem(ROOM_KEY, `${window.innerWidth} ${measured}`), REST_MS);
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => {
      observer.disconnect();
      clearTimeout(resting);
    };
  }, []);
  return { room, ref };
}
