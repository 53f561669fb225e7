import { describe, expect, it } from 'vitest';
import { fromMedium, placeAfterMedium } from '../../../src/nouns/servers/media.ts';

describe('a server from an installation medium', () => {
  it('a server from an installation medium boots next from the first place that no other volume has', () => {
    expect(placeAfterMedium([])).toBe(1);
    expect(placeAfterMedium([{}, { boot_order: 2 }])).toBe(1);
    expect(placeAfterMedium([{ boot_order: 3 }, { boot_order: 1 }, { boot_order: 2 }])).toBe(4);
  });

  it('a server sees its medium as a CD, and boots next from the first empty volume unless a place is said', () => {
    const there = { volume_id: 'v' };
    expect(fromMedium({})).toEqual({ device_type: 'cdrom' });
    expect(fromMedium({ volumes: [there, { size: 5 }, { size: 6 }] })).toEqual({
      device_type: 'cdrom',
      volumes: [there, { size: 5, boot_order: 1 }, { size: 6 }],
    });
    for (const volumes of [[there], [{ size: 5 }, { ...there, boot_order: 2 }]])
      expect(fromMedium({ device_type: 'disk' as const, volumes })).toEqual({ device_type: 'disk', volumes });
    expect(() => fromMedium({ disk_bus: 'virtio' })).toThrow(
      expect.objectContaining({ code: 'validation_failed', fields: { disk_bus: [{ code: 'cdrom_bus' }] } }),
    );
  });
});
