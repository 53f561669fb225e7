import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { system } from '../../src/access/roles.ts';
import { defineNoun } from '../../src/wire/define-noun.ts';

const balancers = defineNoun({
  name: 'load_balancer',
  path: '/api/v2/compute/load_balancers',
  param: 'balancerId',
  of: 'project',
  source: 'S1 §7',
  members: { listeners: z.array(z.object({ id: z.string() })) },
  below: { listener: { path: '/api/v2/compute/listeners', at: 'listeners', many: system('compute_listeners') } },
});
const { listener } = balancers.below;

describe('what stands below a noun', () => {
  it('a listener below a load balancer is created by a command of its noun, by a right of its own', () => {
    const create = listener.create({ summary: 'Adds a listener', body: z.object({ load_balancer_id: z.string() }) });
    expect(create).toMatchObject({
      id: 'loadBalancers.createListener',
      method: 'POST',
      path: '/api/v2/compute/listeners',
      permission: { audience: 'system', subject: 'compute_listeners' },
      idempotent: true,
      does: { command: 'load_balancer.createListener', id: 'load_balancer_id', idIn: 'body' },
    });
  });

  it('a listener below a load balancer is changed and deleted at its own address, by the right to the balancer', () => {
    const place = { path: '/api/v2/compute/listeners/{listenerId}', permission: { audience: 'tenant', subject: 'compute_load_balancer' } };
    const does = { id: 'listenerId', through: 'listener', merged: true };
    expect(listener.update({ summary: 'Changes a listener', body: z.object({}) })).toMatchObject({
      ...place,
      id: 'loadBalancers.updateListener',
      method: 'PATCH',
      does: { ...does, command: 'load_balancer.updateListener' },
    });
    expect(listener.delete({ summary: 'Deletes a listener' })).toMatchObject({
      ...place,
      id: 'loadBalancers.deleteListener',
      method: 'DELETE',
      does: { ...does, command: 'load_balancer.deleteListener' },
    });
    expect(balancers.kind.fields['listener']).toEqual({ path: 'listeners.id', type: 'text', many: true, filter: ['is'] });
  });
});
