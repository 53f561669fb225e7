import { z } from 'zod';
import type { Permission } from '../access/roles.ts';
import { defineCall, type Call } from './call.ts';
import type { Field, Kind } from './kind.ts';
import type { Command, CommandWith, Resource } from './resource-calls.ts';
import { accepted, id } from './values.ts';

/** What a noun says of the things of one name below it: parts that stand in its document, with an address and calls of their own. */
export interface Below {
  /** Where one is made; it is changed and deleted at `{path}/{subnetId}`. */
  path: `/api/${string}`;
  /** Member of the document that holds them, each with its `id`. */
  at: string;
  /** Right to make one; that to the resource that gets it where absent. */
  many?: Permission;
}

/** What is said of a call with a body. A state rule would see the resource, and not the thing below it. */
type SaidWith<X extends z.ZodType> = Omit<CommandWith<X>, 'rule' | 'options'>;

/** Keys by which a resource is found that has one of them. */
export const belowFields = (below: Readonly<Record<string, Below>>): Record<string, Field> =>
  Object.fromEntries(Object.entries(below).map(([name, { at }]) => [name, { path: `${at}.id`, type: 'text', many: true, filter: ['is'] }]));

/**
 * Makes the calls of the things of one name below a resource. Each is a command of the resource, called by both: `network.createSubnet`. Whose
 * it becomes says `network_id` of its body; what is changed or deleted leads to its resource by itself.
 */
export function belowCalls<E extends z.ZodType, N extends string, const B extends string>(
  { noun, side, kind, source, one }: Pick<Resource<E, string, N>, 'noun' | 'side' | 'source' | 'one'> & { kind: Kind<E, N> },
  name: B,
  { path, many = one }: Below,
) {
  const word = `${name.charAt(0).toUpperCase()}${name.slice(1)}` as Capitalize<B>;
  const param = `${name}Id` as const;
  const task = { side, source, answer: accepted, status: 202 } as const;
  const called = <const V extends string>(verb: V) => ({ by: 'command', command: `${kind.name}.${verb}${word}` as const, kind }) as const;
  const single = <const V extends string>(verb: V) =>
    ({
      ...task,
      id: `${noun}.${verb}${word}`,
      path: `${path}/{${param}}`,
      permission: one,
      params: z.object({ [param]: id } as Record<typeof param, typeof id>),
      does: { ...called(verb), id: param as string, through: name as string, merged: true },
    }) as const satisfies Partial<Call>;
  return {
    create: <X extends z.ZodType>(said: SaidWith<X>) =>
      defineCall({
        ...task,
        errors: ['quota_exceeded', 'not_found'],
        ...said,
        id: `${noun}.create${word}`,
        method: 'POST',
        path,
        permission: many,
        idempotent: true,
        does: { ...called('create'), id: `${kind.name}_id`, idIn: 'body' },
      }),
    update: <X extends z.ZodType>(said: SaidWith<X>) => defineCall({ ...single('update'), ...said, method: 'PATCH' }),
    delete: (said: Omit<Command, 'rule'>) => defineCall({ ...single('delete'), ...said, method: 'DELETE' }),
  };
}
