import type { OnCloud } from '../../engines/openstack/support/made-at-once.ts';
import type { Asked } from './asked.ts';
import type { Life } from './listed.ts';
import type { Group, Owner } from './rights.ts';

/** What the fuzz test has to know of calls, by their names. */
export interface Marks {
  /** It needs a state that is seldom, or a name that is there, or brings one about: asked for more often. */
  rare?: readonly string[];
  /** It is accepted by chance only, and need not be: for want of a thing, of a state, or of two things that belong together. */
  byChance?: readonly string[];
  never?: readonly string[];
  seldom?: readonly string[];
  /** It ends sessions: left to those who are not signed in, or it would end the attack. */
  ends?: readonly string[];
  /** It also looks at what has the thing that it names, or what it connects it with, whose state the engine alone knows; or costs own rights. */
  ofOwners?: readonly string[];
  /** The engine alone knows who may: what is meant for all projects is an administrator's. */
  ofRights?: readonly string[];
  /** Kinds of what it makes beside what it names, which may be gone before anybody looks. */
  makes?: Readonly<Record<string, readonly string[]>>;
}

/**
 * What tests have to know of a noun that its contract does not say, written by hand and apart from it. The permission matrix, its life over
 * HTTP (`http/plain.test.ts`) and on a cloud (`engines/openstack/plain.test.ts`) come from it; what else asks every noun (audit, fuzz,
 * foreign ids, plans of lists) takes the contract and its examples.
 */
export interface Specimen {
  /** Its calls, by the right they ask for. */
  calls: Readonly<Partial<Record<Group, readonly string[]>>>;
  /** A project's where absent. */
  owner?: Owner;
  /** Members of the things that are put in the calls' way; the others are those of some thing that there is. `of`: a thing of a kind beside it. */
  document?: Readonly<Record<string, unknown>> | ((id: string, of: (kind: string) => string) => Readonly<Record<string, unknown>>);
  /** The kind of what it is a part of, which is there before it. */
  partOf?: string;
  /** Good bodies, where the example in the contract is none. */
  bodies?: Readonly<Record<string, object>>;
  /** What its calls need that are sent to a server with things in it (the audit); the example and `bodies` where nothing is said. */
  asked?: Readonly<Record<string, Asked>>;
  /** Queries of calls that do not do without, by the call. */
  queries?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  fuzz?: Marks;
  /** Its life over HTTP (`life`, `shown`). */
  life?: Life;
  /** Its commands on a cloud's recorded answers (`madeAtOnce`). */
  cloud?: OnCloud;
}
