import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { kinds } from '../../src/index.ts';
import { QUOTA_RESOURCES } from '../../src/wire/quotas.ts';
import { takenBy } from '../../src/wire/taken.ts';

const counted = [...kinds.values()].flatMap(({ name, entity, quota }) => (quota ? [{ name, entity, quota }] : []));
const rule = { id: 'r' };

describe('what a thing takes from the quota of its project', () => {
  it.each<[string, object, object]>([
    ['server', { flavor: { vcpus: 2, ram: 4096, disk: 20 } }, { instances: 1, cores: 2, ram: 4096 }],
    ['volume', { size: 10 }, { volumes: 1, gigabytes: 10 }],
    ['volume_snapshot', { size: 10 }, { snapshots: 1, gigabytes: 10 }],
    ['network', {}, { networks: 1 }],
    ['router', {}, { routers: 1 }],
    ['floating_ip', {}, { floating_ips: 1 }],
    ['security_group', { security_group_rules: [rule, rule] }, { security_groups: 1, security_group_rules: 2 }],
  ])('the quota of the project is charged for a %s with its amounts', (name, document, amounts) => {
    expect(takenBy(kinds.get(name)!.quota!, [document])).toEqual(amounts);
  });

  it('each resource that quotas count is counted by some kind', () => {
    expect(new Set(counted.flatMap(({ quota }) => Object.keys(quota)))).toEqual(new Set(QUOTA_RESOURCES));
  });

  it.each(counted.map((kind) => [kind.name, kind] as const))(
    'the share of a quota stands in a member that each %s has, a number or a list',
    (_, { entity, quota }) => {
      for (const path of Object.values(quota).filter((share) => share !== 1)) {
        const member = path.split('.').reduce<z.ZodType>((of, step) => (of as z.ZodObject).shape[step] as z.ZodType, entity);
        expect(['number', 'array']).toContain(member.type);
      }
    },
  );

  it('the amounts of a quota are summed up, and an absent or unknown amount counts as nothing', () => {
    expect(takenBy({ volumes: 1, gigabytes: 'size' }, [{ size: 3 }, { size: 4 }, {}])).toEqual({ volumes: 3, gigabytes: 7 });
    expect(takenBy({ volumes: 1, gigabytes: 'size' }, [])).toEqual({ volumes: 0, gigabytes: 0 });
    expect(takenBy({ cores: 'flavor.vcpus' }, [{ flavor: undefined }])).toEqual({ cores: 0 });
  });
});
