/** A body for any call, from the contract's own example: what a noun's declaration shows need not be said again in a test. */
import { randomUUID } from 'node:crypto';
import type { Call } from '@gantry/contract/wire/call';
import { Draw } from '../../http/fuzz/draw.ts';
import { oddOf } from '../../http/fuzz/odd.ts';
import { likeExample } from '../../http/fuzz/values.ts';
import { schemaSent } from '../../support/json-schema.ts';

const examplesOf = (body: Call['body']): readonly object[] => (body?.meta()?.['examples'] ?? []) as readonly object[];

/** The first example of a call's body, with a name that no other thing has and ids of things that are there; undefined where it has none. */
export function specimenOf({ body }: Call, idOf: (kind: string) => string): object | undefined {
  const [example] = examplesOf(body);
  if (body === undefined || example === undefined) return undefined;
  const { json, schemas } = schemaSent(body);
  const made = likeExample(json, example, { draw: new Draw(1), odd: oddOf(1), schemas, idOf, kindOf: () => undefined, optional: 0 });
  return { ...(made as object), ...('name' in example && { name: `${String(example.name)} ${randomUUID()}` }) };
}
