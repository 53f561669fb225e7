import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { calls } from '../../src/index.ts';
import { openapi } from '../../src/openapi.ts';
import { FORMS } from '../../src/wire/forms.ts';
import { PATTERN_KEYWORD, patterned } from '../../src/wire/patterned.ts';
import { PATTERNS } from '../../src/wire/patterns.ts';
import { secret } from '../../src/wire/secret.ts';
import { textFieldsOf, type TextField } from '../../src/wire/text-fields.ts';
import { textSamples } from '../support/text-samples.ts';

const named = (body: z.ZodType) => textFieldsOf({ body }).map(({ path, pattern }) => [path.join('.'), pattern]);

describe('text fields', () => {
  it('each text field names a pattern, and each pattern belongs to a field [choice.pattern-to-field]', () => {
    const fields = calls.flatMap((call) =>
      textFieldsOf(call).map(({ place, path, pattern }) => ({ at: `${call.id} ${place} ${path.join('.')}`, pattern })),
    );
    expect(fields.filter(({ pattern }) => pattern === undefined || !Object.hasOwn(PATTERNS, pattern))).toEqual([]);
    // Forms have a table of their own: tools/conformance/form-uses.ts.
    const owned = Object.keys(PATTERNS).filter((name) => !Object.hasOwn(FORMS, name));
    expect(owned.filter((name) => !fields.some(({ pattern }) => pattern === name))).toEqual([]);
    expect(fields.map(({ at }) => at)).toEqual(
      expect.arrayContaining([
        'session.login body username',
        'servers.read path serverId',
        'servers.list query marker',
        'servers.create body volumes.*.name',
      ]),
    );
  });

  it('text fields are found in lists, records and optional members, and a field without a pattern shows', () => {
    const text = patterned('name', z.string());
    const body = z.strictObject({
      text,
      forgotten: z.string().max(3).optional(),
      anything: z.unknown(),
      secret: secret(patterned('password', z.string())).nullable().optional(),
      many: z.array(z.object({ inner: text.optional(), count: z.number(), is: z.boolean() })).max(2),
      record: z.record(patterned('id', z.string()), z.string()).default({}),
      either: z.union([z.literal('a'), z.string()]),
      choice: z.enum(['a', 'b']),
      piped: z.string().transform(Number),
    });
    expect(named(body)).toEqual([
      ['text', 'name'],
      ['forgotten', undefined],
      ['anything', undefined],
      ['secret', 'password'],
      ['many.*.inner', 'name'],
      ['record.{key}', 'id'],
      ['record.*', undefined],
      ['either', undefined],
      ['piped', undefined],
    ]);
  });

  it('a text field follows the pattern that it is derived from, unless it is marked anew', () => {
    const name = patterned('name', z.string());
    expect(named(z.object({ same: name.max(3), other: patterned('id', name.max(3)) }))).toEqual([
      ['same', 'name'],
      ['other', 'id'],
    ]);
  });

  it('a text field takes what its pattern shows as good, and refuses the bad and the too long', () => {
    const samples = textSamples();
    expect(samples.length).toBeGreaterThan(500);
    for (const { call, field, text, fits } of samples)
      expect(field.schema.safeParse(text).success, `${call.id} ${field.path.join('.')} ${JSON.stringify(text.slice(0, 60))}`).toBe(fits);
  });

  it('the regular expressions that describe text fields take what the API takes', () => {
    const patternsOf = ({ schema }: TextField): string[] => {
      const { pattern, allOf = [] } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
      return [pattern, ...allOf.map((part) => part.pattern)].filter((source) => source !== undefined);
    };
    const samples = textSamples().filter(({ fits }) => fits);
    const mistaken = samples.filter(({ field, text }) => patternsOf(field).some((source) => !new RegExp(source, 'u').test(text)));
    expect(mistaken.map(({ call, field, text }) => `${call.id} ${field.path.join('.')} ${text}`)).toEqual([]);
  });

  it('the description of the API says which pattern a text field has', () => {
    const {
      paths,
      components,
      'x-patterns': patterns,
    } = openapi(calls, '1.0.0') as {
      paths: Record<string, Record<string, { parameters: { name: string; schema: Record<string, unknown> }[] }>>;
      components: { schemas: Record<string, { properties: Record<string, Record<string, unknown>> }> };
      'x-patterns': unknown;
    };
    expect(patterns).toEqual(JSON.parse(JSON.stringify(PATTERNS)));
    expect(components.schemas['ServerCreate']?.properties['name']?.[PATTERN_KEYWORD]).toBe('name');
    const { parameters } = paths['/api/v2/compute/servers']!['get']!;
    expect(parameters.find(({ name }) => name === 'sort')?.schema[PATTERN_KEYWORD]).toBe('sort');
  });
});
