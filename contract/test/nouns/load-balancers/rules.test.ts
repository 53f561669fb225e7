import { describe, expect, it } from 'vitest';
import { isHighlyAvailable, type AmphoraRole } from '../../../src/nouns/load-balancers/availability.ts';
import { isLoadBalancerDeletable, isLoadBalancerEditable, isRecreatable } from '../../../src/nouns/load-balancers/rules.ts';
import { isLoadBalancerInProgress, LOAD_BALANCER_STATUSES, loadBalancerStatusOf } from '../../../src/nouns/load-balancers/statuses.ts';
import { isPoolInProgress, POOL_STATUSES, shownHealth } from '../../../src/nouns/load-balancer-pools/statuses.ts';
import { statusNames } from '../../../src/wire/statuses.ts';

const amphorae = (...roles: (AmphoraRole | null)[]) => roles.map((role) => ({ role }));

describe('load balancers', () => {
  it('a load balancer is in progress while it is created or deleted, and in no other status [lb.in-progress]', () => {
    expect(statusNames(LOAD_BALANCER_STATUSES).filter(isLoadBalancerInProgress)).toEqual(['CREATING', 'DELETING']);
  });

  it('a load balancer is highly available by the topology of its flavor alone, or by the role of one instance alone [lb.ha-on]', () => {
    expect(isHighlyAvailable([], 'ACTIVE_STANDBY')).toBe(true);
    expect(isHighlyAvailable(amphorae('MASTER'), null)).toBe(true);
    expect(isHighlyAvailable(amphorae('BACKUP'), null)).toBe(true);
    expect(isHighlyAvailable([], 'SINGLE')).toBe(false);
  });

  it('a load balancer is not highly available with an instance that stands alone [lb.ha-off]', () => {
    expect(isHighlyAvailable(amphorae('STANDALONE'), null)).toBe(false);
    expect(isHighlyAvailable(amphorae('STANDALONE', null), 'SINGLE')).toBe(false);
  });

  it('a load balancer with instances of unknown roles is highly available by how many instances it has [lb.ha-unset]', () => {
    expect(isHighlyAvailable(amphorae(null, null), null)).toBe(true);
    expect(isHighlyAvailable(amphorae(null), null)).toBe(false);
  });

  it('a load balancer shows the documented statuses only, whatever a cloud calls them [choice.lb-status-mapping]', () => {
    const ofClouds = ['ACTIVE', 'DOWN', 'BUILD', 'ERROR', 'PENDING_CREATE', 'PENDING_UPDATE', 'PENDING_DELETE'];
    expect(ofClouds.map((status) => loadBalancerStatusOf(status))).toEqual([
      'ACTIVE',
      'DISABLED',
      'CREATING',
      'ERROR',
      'CREATING',
      'CONFIGURING',
      'DELETING',
    ]);
    const documented = ['CREATING', 'ACTIVE', 'DISABLED', 'CONFIGURING', 'DELETING', 'ERROR', 'DEPLOYMENT_FAILED'];
    expect(documented.map((status) => loadBalancerStatusOf(status))).toEqual(documented);
    expect(loadBalancerStatusOf('ERROR', false)).toBe('DEPLOYMENT_FAILED');
    expect(loadBalancerStatusOf('NEW_WORD')).toBe('ERROR');
  });

  it('a load balancer is left alone while something is made of it, and once it has failed is made again or deleted', () => {
    const allowed = (rule: typeof isLoadBalancerEditable) =>
      statusNames(LOAD_BALANCER_STATUSES).filter((status) => rule({ status, read_only: null }) === true);
    expect(allowed(isLoadBalancerEditable)).toEqual(['ACTIVE', 'DISABLED']);
    expect(allowed(isLoadBalancerDeletable)).toEqual(['ACTIVE', 'DISABLED', 'ERROR', 'DEPLOYMENT_FAILED']);
    expect(allowed(isRecreatable)).toEqual(['ERROR', 'DEPLOYMENT_FAILED']);
    expect(isLoadBalancerEditable({ status: 'ACTIVE', read_only: 'load_balancer_addresses' })).toMatchObject({
      code: 'load_balancer_read_only',
    });
  });
});

describe('pools', () => {
  it('a pool is in progress while it is created, changed or deleted [pool.in-progress]', () => {
    expect(statusNames(POOL_STATUSES).filter(isPoolInProgress)).toEqual(['CREATING', 'CONFIGURING', 'DELETING']);
  });

  it('a pool shows a member that is switched off as disabled, however well it is [member.disabled]', () => {
    expect(shownHealth({ enabled: false, health: 'HEALTHY' })).toBe('DISABLED');
    expect(shownHealth({ enabled: true, health: 'HEALTHY' })).toBe('HEALTHY');
  });
});
