import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nouns } from '../../../src/index.ts';
import { neededTraits, serverTraits } from '../../../src/nouns/servers/placement.ts';
import { isUpdatable } from '../../../src/nouns/servers/rules.ts';
import { lackingPlacements, lackingTraits } from '../../../src/nouns/traits/needs.ts';

const names = fc.uniqueArray(fc.constantFrom<string[]>('A', 'B', 'C', 'D'));

describe('what a server needs of its node', () => {
  it('a server needs of its node what its flavor asks for and its own traits, each once', () => {
    const specs = { 'trait:B': 'required', 'trait:C': 'forbidden', 'hw:cpu_policy': 'dedicated', 'trait:A': 'required' };
    expect(neededTraits(specs)).toEqual(['A', 'B']);
    expect(neededTraits(specs, ['D', 'A'])).toEqual(['A', 'B', 'D']);
    expect(neededTraits({}, [])).toEqual([]);
  });

  it('a trait that a server needs is lacking exactly where the node does not offer it', () => {
    fc.assert(
      fc.property(names, names, (needed, offered) => {
        const lacking = lackingTraits(needed, offered);
        expect(lackingTraits(needed, [...offered, ...lacking])).toEqual([]);
        expect(lacking.filter((name) => offered.includes(name) || !needed.includes(name))).toEqual([]);
      }),
    );
  });
});

describe('what a server needs of its hardware', () => {
  it('a hardware trait that a node lacks does not count as a lacking placement', () => {
    const needed = ['HW_CPU_X86_AVX2', 'CUSTOM_SSD', 'CUSTOM_GPU'];
    expect(lackingTraits(needed, ['CUSTOM_GPU'])).toEqual(['HW_CPU_X86_AVX2', 'CUSTOM_SSD']);
    expect(lackingPlacements(needed, ['CUSTOM_GPU'])).toEqual(['CUSTOM_SSD']);
  });
});

describe('the placements of a body', () => {
  it('the placements of a server are names of the cloud, each once, twenty at most', () => {
    const problems = (traits: unknown) => serverTraits.safeParse(traits).error?.issues.map(({ message }) => message);
    const many = (count: number) => Array.from({ length: count }, (_, index) => `CUSTOM_${index}`);
    expect(problems([])).toBeUndefined();
    expect(problems(many(20))).toBeUndefined();
    expect(problems(many(21))).toEqual(['too_many']);
    expect(problems(['CUSTOM_SSD', 'CUSTOM_SSD'])).toEqual(['duplicates']);
    expect(problems(['no name'])).toEqual(['id']);
  });

  it('placements are options of the creation and of the change of a server', () => {
    const { create, update } = nouns.servers.calls;
    for (const { does } of [create, update]) expect(does).toMatchObject({ options: expect.arrayContaining(['traits']) });
  });

  it.each(['ACTIVE', 'SHUTOFF', 'ERROR', 'VERIFY_RESIZE', 'SHELVED_OFFLOADED'])(
    'the placements of a server can be changed in %s, unless it is locked or deleted',
    (status) => {
      const body = { traits: [] };
      expect(isUpdatable({ status, task_state: null }, body)).toBe(true);
      expect(isUpdatable({ status, task_state: null, locked: true }, body)).toEqual({ code: 'server_locked' });
      expect(isUpdatable({ status, task_state: 'deleting' }, body)).toMatchObject({ code: 'server_in_progress' });
      expect(isUpdatable({ status, task_state: null, locked: true }, {})).toBe(true);
    },
  );
});
