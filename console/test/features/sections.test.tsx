/** The pages of every section, with a thing made up from the contract's schema. What has states is tested by its noun, in a fitting one. */
import { kinds } from '@gantry/contract';
import type { ReactNode } from 'react';
import { expect, it } from 'vitest';
import { z } from 'zod';
import type { Section } from '../../src/app/resource/section.ts';
import { describeSection } from '../support/section.tsx';

interface Thing {
  id: string;
  name: string;
}

type Schema = z.core.JSONSchema.BaseSchema;

/** Something of this shape: what may be null is not, texts say which member they are. */
function sampleOf({ type: types, format, anyOf, properties = {} }: Schema, member: string): unknown {
  const isThere = (type: unknown) => type !== 'null';
  if (anyOf) return sampleOf(anyOf.find(({ type }) => isThere(type)) ?? {}, member);
  const type = [types].flat().find(isThere);
  if (type === 'object') return Object.fromEntries(Object.entries(properties).map(([key, one]) => [key, sampleOf(one as Schema, key)]));
  if (type === 'array') return [];
  if (type === 'integer' || type === 'number') return 3;
  return type === 'boolean' ? true : format === 'date-time' ? '2026-11-20T10:00:00Z' : `the ${member}`;
}

const files = import.meta.glob<{ section: Section<Thing> }>('../../src/features/*/section.ts', { eager: true });
const pages = import.meta.glob<{ List: () => ReactNode; Details: () => ReactNode }>('../../src/features/*/pages.tsx', { eager: true });
const sections = Object.entries(files);

for (const [path, { section }] of sections) {
  const { entity, statusField } = kinds.get(section.kind)!;
  if (statusField !== undefined) continue;
  const schema = z.toJSONSchema(entity);
  // A schema with a name of its own is put among the definitions.
  const one = sampleOf((Object.values(schema.$defs ?? {})[0] ?? schema) as Schema, '') as Thing;
  entity.parse(one);
  describeSection(section, pages[path.replace('section.ts', 'pages.tsx')]!, { ...one, id: 'one-1' }, []);
}

it('sees the sections of all features', () => {
  expect(sections.length).toBeGreaterThanOrEqual(2);
});
