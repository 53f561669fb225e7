import { quota } from '@gantry/contract/nouns/quotas/calls';
import { expect, it } from 'vitest';
import { draftOf, limitsOf, schemaOf } from '../../../src/parts/quotas/quota-draft.ts';

/** What the cloud counts of a project: processors without a limit, memory with one. */
const none = { limit: -1, used: null };
const limits = limitsOf(
  quota.parse({
    ...Object.fromEntries(Object.keys(quota.shape).map((name) => [name, none])),
    cores: { limit: -1, used: 2 },
    ram: { limit: 1536, used: 512 },
    storage_policies: [],
  }),
);

it('the form of a quota takes memory in GiB, and leaves empty what is unlimited', () => {
  expect(draftOf(limits)).toEqual({ cores: undefined, ram: 1.5 });
  expect(schemaOf(limits).parse({ cores: undefined, ram: 2 })).toEqual({ cores: -1, ram: 2048 });
  expect(schemaOf(limits).parse({ cores: 8, ram: undefined })).toEqual({ cores: 8, ram: -1 });
});

it('the form of a quota refuses a part of a vCPU, and a part of a MiB', () => {
  const wrong = (draft: object) =>
    schemaOf(limits)
      .safeParse(draft)
      .error?.issues.map(({ path, message }) => [path[0], message]);
  expect(wrong({ cores: 1.5, ram: 0.5 })).toEqual([['cores', 'whole_number']]);
  expect(wrong({ cores: 1, ram: 0.0001 })).toEqual([['ram', 'whole_number']]);
});
