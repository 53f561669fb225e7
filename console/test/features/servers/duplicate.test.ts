import { describe, expect, it } from 'vitest';
import { draftSchema, parseDraft } from '../../../src/features/servers/create/draft.ts';
import { draftLike } from '../../../src/features/servers/create/like.ts';
import { aServer } from '../../support/console-page.tsx';

describe('the draft of another server such as one', () => {
  const server = aServer({
    name: 'web-1',
    description: 'shop',
    image: { id: 'image-1', name: 'Debian', os_type: 'linux' },
    volumes: [
      { id: 'v-1', delete_on_termination: true, name: 'boot', size: 20 },
      { id: 'v-2', delete_on_termination: false, name: 'data', size: 100 },
    ],
    boots_from_volume: true,
    tags: ['shop', 'eu'],
    metadata: { tier: 'front' },
    own_traits: ['trait-1'],
    networks: [
      {
        network_id: 'net-1',
        name: 'private',
        mac_addr: 'fa:16:3e:00:00:01',
        ips: ['10.0.0.5'],
        ipam_enabled: true,
        spoofing_protection: true,
        security_group_ids: ['group-1'],
      },
    ],
  });
  const draft = draftLike(server, { name: 'web-1-copy', keyPairId: 'key-1' });

  it('the copy of a server asks for the same with volumes as large, and for neither its addresses nor its own volumes', () => {
    const body = draftSchema.parse(draft);
    expect(body).toMatchObject({
      name: 'web-1-copy',
      description: 'shop',
      image_id: 'image-1',
      flavor_id: server.flavor.id,
      volume_size: 20,
      volumes: [{ size: 100 }],
      interfaces: [{ network_id: 'net-1', security_group_ids: ['group-1'] }],
      key_pair_id: 'key-1',
      traits: ['trait-1'],
      tags: ['shop', 'eu'],
      metadata: { tier: 'front' },
    });
    expect(JSON.stringify(body)).not.toMatch(/10\.0\.0\.5|fa:16|v-1|v-2/);
  });

  it('the draft of a copied server is one that the page takes as it was kept', () => {
    expect(parseDraft(JSON.parse(JSON.stringify(draft)))).toMatchObject({ name: 'web-1-copy', image_id: 'image-1' });
  });

  it('the draft of a copied server leaves open what it boots from where nobody knows it any more', () => {
    const volumes = [{ id: 'v-1', delete_on_termination: true, name: null, size: null }];
    const unknown = draftLike({ ...server, image: null, boots_from_volume: false, volumes }, { name: 'x', keyPairId: undefined });
    expect(unknown).toMatchObject({ image_id: undefined, volume_size: undefined, volumes: [{ size: undefined }] });
  });
});
