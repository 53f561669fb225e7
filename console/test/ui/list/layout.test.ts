import { describe, expect, it } from 'vitest';
import { fitting } from '../../../src/ui/list/layout.ts';

const columns = [
  { key: 'name', label: 'Name', kind: 'name' },
  { key: 'status', label: 'Status', kind: 'status' },
  { key: 'ips', label: 'IP addresses', kind: 'address' },
  { key: 'flavor', label: 'Flavor', kind: 'text', optional: true },
  { key: 'image', label: 'Image', kind: 'text' },
  { key: 'created', label: 'Created', kind: 'time', sort: 'created_at' },
] as const;
const left = (room: number, sortedBy?: string) => fitting(columns, room, sortedBy).map(({ key }) => key);

describe('the columns there is room for', () => {
  it('are name and status on a phone, also where the list is sorted by another one', () => {
    expect(left(17, 'created_at')).toEqual(['name', 'status']);
  });

  it('keep the one that the list is sorted by before those that come earlier', () => {
    expect(left(31, 'created_at')).toEqual(['name', 'status', 'created']);
    expect(left(31)).toEqual(['name', 'status', 'flavor']);
  });

  it('keep one that somebody asked for longer than the usual ones', () => {
    expect(left(40)).toEqual(['name', 'status', 'ips', 'flavor']);
  });

  it('are all where there is room for them', () => {
    expect(left(80)).toEqual(['name', 'status', 'ips', 'flavor', 'image', 'created']);
  });
});
