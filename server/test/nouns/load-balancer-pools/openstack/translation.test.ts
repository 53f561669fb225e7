import { describe, expect, it } from 'vitest';
import { healthOf } from '../../../../src/nouns/load-balancer-pools/openstack/translation.ts';

const ON = { admin_state_up: true, provisioning_status: 'ACTIVE' };

describe('health of pool members on OpenStack', () => {
  it.each([
    ['ONLINE', 'HEALTHY'],
    ['DRAINING', 'HEALTHY'],
    ['ERROR', 'UNHEALTHY'],
    ['NO_MONITOR', 'UNKNOWN'],
    ['OFFLINE', 'UNKNOWN'],
    ['DEGRADED', 'UNKNOWN'],
    ['SOMETHING_NEW', 'UNKNOWN'],
    ['toString', 'UNKNOWN'],
  ])('a member that Octavia calls %s is %s', (operating_status, health) => {
    expect(healthOf({ ...ON, operating_status })).toBe(health);
  });

  it.each(['ONLINE', 'DRAINING', 'ERROR', 'NO_MONITOR', 'OFFLINE'])(
    'a member that is switched off is DISABLED while Octavia calls it %s',
    (operating_status) => {
      expect(healthOf({ admin_state_up: false, provisioning_status: 'ACTIVE', operating_status })).toBe('DISABLED');
      expect(healthOf({ admin_state_up: false, provisioning_status: 'ERROR', operating_status })).toBe('DISABLED');
    },
  );

  it.each(['ONLINE', 'DRAINING', 'ERROR', 'NO_MONITOR', 'OFFLINE'])(
    'a member that Octavia has failed to set up is ERROR while it is called %s',
    (operating_status) => {
      expect(healthOf({ admin_state_up: true, provisioning_status: 'ERROR', operating_status })).toBe('ERROR');
    },
  );
});
