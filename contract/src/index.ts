import { nouns } from './nouns/index.ts';
import type { Noun } from './nouns/noun.ts';
import { capabilitiesOf, type Call, type CommandBody } from './wire/call.ts';
import { FIELD_TEXTS } from './wire/field-texts.ts';
import type { z } from 'zod';
import type { Kind } from './wire/kind.ts';

const all: readonly Noun[] = Object.values(nouns);

/** Every call of the API. */
export const calls: readonly Call[] = all.flatMap((noun) => Object.values(noun.calls));

/** Every kind of resource, by name. */
export const kinds: ReadonlyMap<string, Kind> = new Map(all.flatMap((noun) => noun.kinds).map((kind) => [kind.name, kind]));

/** What can be wrong with a value, of everything and of each noun: codes with their English texts. */
export const fieldTexts: Readonly<Record<string, string>> = Object.assign({}, FIELD_TEXTS, ...all.map((noun) => noun.fieldTexts));

/** Names of all commands and live reads, and of what not every engine takes in their bodies: what an engine may offer. */
export const capabilityNames: ReadonlySet<string> = new Set(calls.flatMap(({ does }) => capabilitiesOf(does)));

type AnyKind = (typeof nouns)[keyof typeof nouns]['kinds'][number];

/** What a reader gets of each kind, by the kind's name: `Entities['server']`. */
export type Entities = { [K in AnyKind as K['name']]: z.output<K['entity']> };

type CallsOf<T> = T extends { calls: infer C } ? C[keyof C] : never;
type Commanding<C> = C extends Call & { does: { by: 'command' } } ? C : never;
type AnyCommand = Commanding<CallsOf<(typeof nouns)[keyof typeof nouns]>>;
/** Of several things only: what is done to one thing as well gets the body of that call. */
type OfSeveral<C> = C extends Call & { does: { by: 'bulk' } }
  ? C['does']['command'] extends AnyCommand['does']['command']
    ? never
    : C
  : never;
type Commands = AnyCommand | OfSeveral<CallsOf<(typeof nouns)[keyof typeof nouns]>>;

/** What an engine's command gets, by the command's name: `CommandBodies['server.resize']`. */
export type CommandBodies = { [C in Commands as C['does']['command']]: CommandBody<C> };

export { nouns };
