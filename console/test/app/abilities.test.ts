import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { abilityOf, abilityStore, applyMeta, failAbilities, resetAbilities } from '../../src/app/abilities/abilities.ts';
import type { FeatureRoute } from '../../src/app/feature.ts';
import { mayOpen } from '../../src/app/router/may-open.ts';

beforeEach(resetAbilities);
afterEach(() => vi.restoreAllMocks());

const ability = () => abilityStore.get().ability;

describe('abilities', () => {
  it('the method GET gives the ability to read and nothing else [permissions.get-read]', () => {
    const may = abilityOf({ things: ['GET'] });
    expect(may.can('read', 'things')).toBe(true);
    for (const action of ['create', 'update', 'delete', 'change'] as const) expect(may.can(action, 'things')).toBe(false);
    expect(may.can('read', 'others')).toBe(false);
  });

  it('the method POST gives the ability to create [permissions.post-create]', () => {
    expect(abilityOf({ things: ['POST'] }).can('create', 'things')).toBe(true);
    expect(abilityOf({ things: ['GET', 'PUT', 'PATCH', 'DELETE'] }).can('create', 'things')).toBe(false);
  });

  it('the method DELETE gives the ability to delete [permissions.delete-delete]', () => {
    expect(abilityOf({ things: ['DELETE'] }).can('delete', 'things')).toBe(true);
    expect(abilityOf({ things: ['GET', 'POST', 'PUT', 'PATCH'] }).can('delete', 'things')).toBe(false);
  });

  it.each(['PATCH', 'PUT'] as const)('the method %s alone gives the ability to update [permissions.patch-put-update]', (method) => {
    expect(abilityOf({ things: [method] }).can('update', 'things')).toBe(true);
    expect(abilityOf({ things: ['GET', 'POST', 'DELETE'] }).can('update', 'things')).toBe(false);
  });

  it('the abilities to delete and to update together give change, neither alone does [permissions.change]', () => {
    expect(abilityOf({ things: ['DELETE', 'PUT'] }).can('change', 'things')).toBe(true);
    expect(abilityOf({ things: ['DELETE'] }).can('change', 'things')).toBe(false);
    expect(abilityOf({ things: ['PUT', 'PATCH'] }).can('change', 'things')).toBe(false);
  });

  it('abilities before login grant read on all and only that [permissions.before-login]', () => {
    expect(ability().can('read', 'anything')).toBe(true);
    for (const action of ['create', 'update', 'delete', 'change'] as const) expect(ability().can(action, 'anything')).toBe(false);
    expect(abilityStore.get().isLoaded).toBe(false);
  });

  it('abilities come from the metadata, with the capabilities, and go again when they cannot be read', () => {
    applyMeta({ data: { compute_servers: ['GET', 'POST'] }, capabilities: ['server.stop'], seq: 7 });
    expect(ability().can('create', 'compute_servers')).toBe(true);
    expect(ability().can('read', 'anything')).toBe(false);
    expect(abilityStore.get()).toMatchObject({ isLoaded: true, capabilities: new Set(['server.stop']) });
    failAbilities(new Error('gone'));
    expect(abilityStore.get()).toMatchObject({ isLoaded: false, failure: new Error('gone') });
  });

  it('abilities in the documented format grant what they say, and damaged ones are logged and grant nothing [choice.meta-format]', () => {
    applyMeta({ data: { compute_servers: ['GET', 'POST'] }, capabilities: ['server.stop'], seq: 7 });
    expect([ability().can('read', 'compute_servers'), ability().can('delete', 'compute_servers')]).toEqual([true, false]);
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const damaged: unknown = JSON.parse('{"data": {"compute_servers": "GET"}, "capabilities": 7}');
    applyMeta(damaged as Parameters<typeof applyMeta>[0]);
    expect(log).toHaveBeenCalledOnce();
    expect(ability().can('read', 'compute_servers')).toBe(false);
    expect(abilityStore.get().capabilities.size).toBe(0);
  });
});

describe('the restriction of a route', () => {
  const route = (restriction: { subject: string; action?: 'read' | 'create' | 'update' }): FeatureRoute => ({
    path: '/x',
    title: 'shell:product',
    restriction,
    load: async () => ({ Page: () => null }),
  });

  it('the restriction of a route is checked as read where it names only a resource [permissions.route-restriction]', () => {
    const reader = abilityOf({ things: ['GET'] });
    expect(mayOpen(route({ subject: 'things' }), reader)).toBe(true);
    expect(mayOpen(route({ subject: 'things', action: 'create' }), reader)).toBe(false);
    expect(mayOpen(route({ subject: 'things' }), abilityOf({ things: ['POST'] }))).toBe(false);
  });
});
