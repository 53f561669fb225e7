import { describe, expect, it } from 'vitest';
import { fitting, neededRoom, widthsOf } from '../../../src/ui/list/layout.ts';

const columns = [
  { key: 'name', label: 'Name', kind: 'name' },
  { key: 'status', label: 'Status', kind: 'status' },
  { key: 'ips', label: 'IP addresses', kind: 'address' },
  { key: 'flavor', label: 'Flavor', kind: 'text', chosen: true },
  { key: 'image', label: 'Image', kind: 'text' },
  { key: 'created', label: 'Created', kind: 'time', sort: 'created_at' },
] as const;
const usual = columns.filter(({ key }) => key !== 'flavor');
const keysOf = (some: readonly { key: string }[]) => some.map(({ key }) => key);

describe('the columns there is room for', () => {
  it('a list shows name and status on a phone, also where it is sorted by another column', () => {
    expect(keysOf(fitting(usual, 17, 'created_at'))).toEqual(['name', 'status']);
  });

  it('a list shows the column it is sorted by before the columns that come earlier', () => {
    expect(keysOf(fitting(usual, 31, 'created_at'))).toEqual(['name', 'status', 'created']);
    expect(keysOf(fitting(usual, 31, undefined))).toEqual(['name', 'status', 'ips']);
  });

  it('a list shows columns that somebody asked for before all others, even where there is no room for them', () => {
    expect(keysOf(fitting(columns, 31, 'created_at'))).toEqual(['name', 'status', 'flavor']);
    const asked = columns.map((column) => ({ ...column, ...(column.key === 'image' && { chosen: true as const }) }));
    const shown = fitting(asked, 17, undefined);
    expect(keysOf(shown)).toEqual(['name', 'flavor', 'image']);
    expect(neededRoom(shown, 17)).toBeGreaterThan(17);
  });

  it('a list keeps the widths of its columns in any order, and with a further one that it has room for', () => {
    const widths = (some: Parameters<typeof widthsOf>[0], room: number) => {
      const found = widthsOf(some, room);
      return Object.fromEntries(some.map(({ key }, index) => [key, found[index]]));
    };
    const by = (sort: string | undefined) => widths(fitting(usual, 60, sort), 60);
    expect(by('created_at')).toEqual(by(undefined));
    // What is neither name nor text is as wide as its kind says, and no wider where there is more room.
    const { status, ips, created } = by(undefined);
    expect(widths(fitting(columns, 90, undefined), 90)).toMatchObject({ status, ips, created });
    // Where there is too little room none is narrower than it needs: the list scrolls.
    const narrow = widths(columns, 30);
    expect(narrow).toMatchObject({ status, ips, created });
  });

  it('a list shows all columns where there is room for them', () => {
    expect(keysOf(fitting(columns, 80, undefined))).toEqual(['name', 'status', 'ips', 'flavor', 'image', 'created']);
  });

  it('a list on a phone gives its names more room before it shows a third column', () => {
    const tasks = [usual[0]!, usual[1]!, { key: 'progress', label: 'Progress', kind: 'number' }] as const;
    expect(keysOf(fitting(tasks, 19, undefined))).toEqual(['name', 'status']);
    expect(keysOf(fitting(tasks, 23, undefined))).toEqual(['name', 'status', 'progress']);
  });

  it('a status on a phone takes a part of the room that is left', () => {
    expect(widthsOf([usual[0]!, usual[1]!], 17)).toEqual([undefined, '7.75rem']);
    expect(widthsOf([usual[0]!, usual[1]!], 13.5)).toEqual([undefined, '7rem']);
  });

  it('a heading breaks between its words, and its longest word has room', () => {
    const widthOf = (label: string) => neededRoom([{ key: 'used', label, kind: 'number' }], 80);
    expect(widthOf('Virtuelle Maschinen')).toBe(7.5);
    expect(widthOf('Zwischenspeicher')).toBeCloseTo(16 / 1.75 + 1);
  });
});
