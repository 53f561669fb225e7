import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { jsonSchema } from '../../src/openapi.ts';
import { REFERENCE_KEYWORD, reference, referenceHeld, referencesIn } from '../../src/wire/reference.ts';

const body = z.strictObject({
  name: z.string(),
  flavor_id: reference('flavor'),
  image_id: reference('image').nullable().optional(),
  network_ids: z.array(reference('network')),
  ports: z.array(z.object({ network_id: reference('network'), label: z.string() })).optional(),
});

describe('references of a body', () => {
  it('references of a body are found wherever they stand, with the member that holds them', () => {
    const found = referencesIn(body, {
      name: 'n1',
      flavor_id: 'f1',
      image_id: 'i1',
      network_ids: ['n1', 'n2'],
      ports: [{ network_id: 'n3', label: 'n4' }],
    });
    expect(found).toEqual([
      { kind: 'flavor', id: 'f1', field: 'flavor_id' },
      { kind: 'image', id: 'i1', field: 'image_id' },
      { kind: 'network', id: 'n1', field: 'network_ids' },
      { kind: 'network', id: 'n2', field: 'network_ids' },
      { kind: 'network', id: 'n3', field: 'ports.network_id' },
    ]);
  });

  it('a body without references in its members yields none', () => {
    expect(referencesIn(body, { name: 'x', flavor_id: 'f', network_ids: [], image_id: null })).toEqual([
      { kind: 'flavor', id: 'f', field: 'flavor_id' },
    ]);
    expect(referencesIn(undefined, { flavor_id: 'f' })).toEqual([]);
    expect(referencesIn(body, undefined)).toEqual([]);
  });

  it('a reference of a body says that it may be one that is held already, and its kind like any other', () => {
    const members = z.object({ members: z.array(z.object({ server_id: referenceHeld('server') })) });
    expect(referencesIn(members, { members: [{ server_id: 's' }] })).toEqual([
      { kind: 'server', id: 's', field: 'members.server_id', held: true },
    ]);
    expect(JSON.stringify(jsonSchema(members, 'input', {}))).toContain(`"${REFERENCE_KEYWORD}":"server"`);
  });

  it('a reference of a body is an id, and says in the description of the API of what kind', () => {
    expect(reference('flavor').safeParse('no id').success).toBe(false);
    const { properties } = jsonSchema(body, 'input', {}) as { properties: Record<string, Record<string, unknown>> };
    expect(properties['flavor_id']).toMatchObject({ type: 'string', [REFERENCE_KEYWORD]: 'flavor' });
  });
});
