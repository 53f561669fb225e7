import { describe, expect, it } from 'vitest';
import { stopBody } from '../../../src/nouns/servers/bodies.ts';
import { serverCreateBody } from '../../../src/nouns/servers/create.ts';
import { serverTags } from '../../../src/nouns/servers/metadata.ts';
import * as rules from '../../../src/nouns/servers/rules.ts';

const server = { name: 'web', flavor_id: 'f', image_id: 'i', network_ids: ['n'] };
/** Codes by field. */
const problems = (more: object) =>
  Object.fromEntries(
    (serverCreateBody.safeParse({ ...server, ...more }).error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]),
  );

describe('the limit of a shutdown', () => {
  it.each([1, 60, 86_400, -1])('the time limit of a shutdown may be %d', (timeout) =>
    expect(stopBody.parse({ timeout })).toEqual({ timeout }),
  );
  it.each([0, -2, 86_401, 1.5, '60'])('the time limit of a shutdown may not be %j', (timeout) =>
    expect(stopBody.safeParse({ timeout }).success).toBe(false),
  );
});

describe('cancelling a shutdown', () => {
  it('a shutdown is cancelled only for a server that is shutting down and not locked', () => {
    const stopping = { status: 'ACTIVE', task_state: 'powering-off' };
    expect(rules.isStopCancellable(stopping)).toBe(true);
    expect(rules.isStopCancellable({ ...stopping, locked: true })).toEqual({ code: 'server_locked' });
    for (const task_state of [null, 'pausing'])
      expect(rules.isStopCancellable({ ...stopping, task_state })).toEqual({ code: 'server_not_stopping' });
  });
});

describe('options of a new server', () => {
  it('takes options of a new server that fit together', () => {
    const volumes = [
      { size: 1, boot_order: 2 },
      { size: 1, boot_order: 1, disk_bus: 'scsi', device_type: 'cdrom' },
    ];
    expect(problems({ volumes, password: 'correct horse battery 9', firmware: 'uefi', ha_enabled: false, tags: ['a'] })).toEqual({});
  });

  it('refuses options of a new server that do not fit together, each at its field', () => {
    expect(problems({ password: 'short' })).toEqual({ password: 'password_weak' });
    expect(problems({ image_id: undefined, volume_id: 'v', password: 'correct horse battery 9', firmware: 'bios' })).toEqual({
      password: 'needs_image',
      firmware: 'needs_image',
    });
    expect(problems({ disk_bus: 'virtio', device_type: 'cdrom' })).toEqual({ disk_bus: 'cdrom_bus' });
    expect(problems({ volumes: [{ size: 1, disk_bus: 'virtio', device_type: 'cdrom' }] })).toEqual({ 'volumes.0.disk_bus': 'cdrom_bus' });
    const twice = [
      { size: 1, boot_order: 1 },
      { size: 1, boot_order: 1 },
    ];
    expect(problems({ volumes: twice })).toEqual({ volumes: 'boot_order_twice' });
    expect(problems({ volumes: Array.from({ length: 15 }, () => ({ size: 1 })) })).toEqual({ volumes: 'too_many' });
  });
});

describe('tags of a server', () => {
  it('the tags of a server are short words without slash and comma, each once, 50 at most', () => {
    expect(serverTags.parse([' web ', 'shop floor'])).toEqual(['web', 'shop floor']);
    const wrong = [['a/b'], ['a,b'], [''], ['x'.repeat(61)], ['a', 'a'], Array.from({ length: 51 }, (_, index) => String(index))];
    for (const tags of wrong) expect(serverTags.safeParse(tags).success, tags[0]).toBe(false);
  });
});
