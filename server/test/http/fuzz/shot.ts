/** One request, made from the contract: mostly right, sometimes wrong in one place. */
import { calls } from '@gantry/contract';
import { allows } from '@gantry/contract/access/roles';
import { jsonSchema } from '@gantry/contract/openapi';
import type { Call } from '@gantry/contract/wire/call';
import { AUTH_TOKEN_HEADER, IDEMPOTENCY_HEADER, REQUEST_ID_HEADER, SESSION_HEADER } from '@gantry/contract/wire/headers';
import { BYTES_TYPE, headersOfBody } from '@gantry/contract/wire/upload';
import { figureKeys, narrowedBy, narrowKeys, sortKeys } from '@gantry/contract/wire/kind';
import type { Rule } from '@gantry/contract/wire/rule-result';
import type { Row } from '../../../src/port/store/rows.ts';
import { marked } from '../../nouns/index.ts';
import { PASSWORD, USERS } from '../../support/app.ts';
import type { Draw } from './draw.ts';
import type { Odd } from './odd.ts';
import { pathValues } from '../../../src/store/values/fold.ts';
import { kindsOf } from '../../support/ids.ts';
import { likeExample, spoiled, valueOf, type Json, type Making } from './values.ts';
import type { Attacker, World } from './world.ts';

export interface Shot {
  requestId: string;
  attacker: Attacker;
  call: Call;
  /** Method and address are the call's own; where not, no call has them. */
  aimed: boolean;
  method: string;
  path: string;
  body: string | undefined;
  headers: Record<string, string>;
}

/** A call with what is made of its schemas once. */
interface Aim {
  call: Call;
  params: Json | undefined;
  query: Json | undefined;
  body: Json | undefined;
  schemas: Json;
  filters: readonly string[];
  sorts: readonly string[];
  kinds: ReadonlyMap<string, string>;
}

function aimAt(call: Call): Aim {
  const schemas: Record<string, unknown> = {};
  const schema = (of: Call['body']) => of && jsonSchema(of, 'input', schemas);
  const { does } = call;
  const kind = does.by === 'list' ? does.kind : undefined;
  return {
    call,
    params: schema(call.params),
    query: schema(call.query),
    body: schema(call.body),
    schemas,
    filters: kind ? narrowKeys(kind) : [],
    sorts: kind ? [...sortKeys(kind), ...figureKeys(kind)] : [],
    kinds: kindsOf(call),
  };
}

const HEADERS: readonly Readonly<Record<string, string>>[] = [
  { 'content-type': 'text/plain' },
  { 'content-type': ';;' },
  { 'content-type': 'application/json; charset=utf-8' },
  { [AUTH_TOKEN_HEADER]: 'x' },
  { [SESSION_HEADER]: '' },
  { [REQUEST_ID_HEADER]: '{}' },
  { accept: 'text/html' },
  { 'x-forwarded-for': '10.0.0.1' },
  { 'accept-encoding': 'gzip' },
];

/** Part of the shots that is aimed at calls of which none has been accepted yet, so that each is in the end; and when nothing else is wanted. */
const AT_MISSED = 0.1;
const ONLY_MISSED = 0.6;

/** Part of the shots that is aimed at those of them for which something is in the right state just now: many a state is soon over. */
const AT_DUE = 0.3;

/** Part of the bodies that are those of an example. */
const AS_EXAMPLE = 0.3;

const [RARE, BY_CHANCE, NEVER, SELDOM, ENDINGS] = [marked('rare'), marked('byChance'), marked('never'), marked('seldom'), marked('ends')];

const BULK_DELETE = '.bulkDelete';

/** Creating calls more often, so that something is left to act upon. */
const weightOf = ({ id, idempotent, path }: Call): number =>
  NEVER.has(id) ? 0 : RARE.has(id) ? 4 : idempotent && !path.startsWith(OF_CLUSTER) ? 6 : 1;

/** What installs and removes the platform under everything else makes nothing to act upon. */
const OF_CLUSTER = '/api/v2/compute/cluster';

export class Gunner {
  readonly #world: World;
  readonly #draw: Draw;
  readonly #odd: Odd;
  #aims = calls.map(aimAt).flatMap((aim) => Array.from({ length: weightOf(aim.call) }, () => aim));
  /** Of calls that have yet to be accepted. */
  #missed = this.#aims.filter(({ call }) => !BY_CHANCE.has(call.id));
  #atMissed = AT_MISSED;
  #made = 0;

  constructor(world: World, draw: Draw, odd: Odd) {
    this.#world = world;
    this.#draw = draw;
    this.#odd = odd;
  }

  /** A call was accepted. */
  hit(id: string): void {
    this.#missed = this.#missed.filter(({ call }) => call.id !== id);
  }

  /** Calls of which none has been accepted yet, by their ids. */
  get missed(): readonly string[] {
    return [...new Set(this.#missed.map(({ call }) => call.id))];
  }

  /** From now on it is about the missed calls: what they may need is made, and nothing is deleted but by those of them that delete. */
  chase(): void {
    if (this.#atMissed === ONLY_MISSED) return;
    this.#atMissed = ONLY_MISSED;
    this.#aims = this.#aims.filter(({ call }) => !isDeletion(call));
  }

  next(): Shot {
    const draw = this.#draw;
    let aim = draw.pick(this.#aims);
    while (this.#waits(aim) || (SELDOM.has(aim.call.id) && draw.chance(0.8))) aim = draw.pick(this.#aims);
    const missed = this.#missed.filter((one) => !this.#waits(one));
    if (missed.length > 0 && draw.chance(this.#atMissed)) aim = draw.pick(missed);
    const due = draw.chance(AT_DUE) ? missed.filter((one) => this.#isDue(one)) : [];
    if (due.length > 0) aim = draw.pick(due);
    const { call } = aim;
    const attacker = this.#attacker(call);
    const making: Making = {
      draw,
      odd: this.#odd,
      schemas: aim.schemas,
      idOf: (kind) => this.#idOf(kind, call, attacker),
      kindOf: (member) => aim.kinds.get(member),
      optional: 0.4,
    };
    const requestId = `fuzz-00000000-0000-4000-8000-${String((this.#made += 1)).padStart(12, '0')}`;
    const params = aim.params && this.#maybeSpoiled({ ...(valueOf(aim.params, '', making) as object), ...this.#part(call) }, making, 0.04);
    const query = this.#query(aim, making);
    const body = this.#body(aim, making);
    const { text, headers } = sentAs(call, body);
    const shot: Shot = {
      requestId,
      attacker,
      call,
      aimed: true,
      method: call.method,
      path: `${pathOf(call.path, params)}${query && `?${query}`}`,
      body: text,
      headers: { ...headers, [REQUEST_ID_HEADER]: requestId },
    };
    if (call.idempotent && draw.chance(0.3))
      shot.headers[IDEMPOTENCY_HEADER] = draw.chance(0.9) ? `key-${draw.between(1, 40)}` : 'ü'.repeat(3);
    if (draw.chance(0.03)) Object.assign(shot.headers, draw.pick(HEADERS));
    return draw.chance(0.03) ? this.#misdirected(shot) : shot;
  }

  /** What deletes several things waits until one has been deleted alone: of a kind that is seldom made it might leave none. */
  #waits({ call: { id } }: Aim): boolean {
    if (!id.endsWith(BULK_DELETE)) return false;
    const alone = id.replace(BULK_DELETE, '.delete');
    return this.#missed.some(({ call }) => call.id === alone);
  }

  /** Whether a call can be accepted only in some states, and something is in one of them, as far as is known. */
  #isDue({ call }: Aim): boolean {
    if (call.does.by !== 'command') return false;
    const { name } = call.does.kind;
    const fits = allowedBy(call, name);
    return fits !== undefined && this.#world.rows(name).some(fits);
  }

  /** What is kept is often used, lest random flavors drown those that fit, and never changed. */
  #idOf(kind: string, call: Call, attacker: Attacker): string {
    const draw = this.#draw;
    const kept = this.#world.kept(kind);
    const isChanged = (call.does.by === 'command' || call.does.by === 'bulk') && call.does.kind.name === kind;
    if (!isChanged && kept.length > 0 && draw.chance(0.7)) return draw.pick(kept).id;
    const id = this.#world.idOf(kind, attacker, draw, allowedBy(call, kind));
    return isChanged && kept.some((row) => row.id === id) ? `no-${kind}-0` : id;
  }

  /** Mostly someone who may. Ending sessions is left to those who are not signed in, or it would end the attack. */
  #attacker(call: Call): Attacker {
    const draw = this.#draw;
    const { attackers } = this.#world;
    if (ENDINGS.has(call.id)) return attackers.find(({ standing }) => !standing)!;
    const needsProject = call.does.by === 'command' && call.does.scope === 'project';
    const entitled = attackers.filter(
      ({ standing }) => allows(call.permission, call.method, standing) && (!needsProject || standing?.scope.type === 'project'),
    );
    return draw.pick(entitled.length > 0 && draw.chance(0.9) ? entitled : attackers);
  }

  #maybeSpoiled(value: unknown, making: Making, probability: number): unknown {
    return this.#draw.chance(probability) ? spoiled(value, making) : value;
  }

  #body(aim: Aim, making: Making): string | undefined {
    const draw = this.#draw;
    if (aim.call.method === 'GET') return undefined;
    if (draw.chance(0.02)) return draw.chance(0.5) ? this.#odd.text(draw) : JSON.stringify(this.#odd.value(draw));
    if (!aim.body) return undefined;
    const made = aim.call.id === 'session.login' && draw.chance(0.7) ? credentials(draw) : this.#valueOfBody(aim.call, aim.body, making);
    return JSON.stringify(this.#maybeSpoiled(made, making, 0.12));
  }

  /** Often as in an example: what is chosen member by member, such as addresses of one network, seldom fits together. */
  #valueOfBody(call: Call, body: Json, making: Making): unknown {
    const examples = examplesOf(call.body);
    if (examples.length > 0 && this.#draw.chance(AS_EXAMPLE)) return likeExample(body, this.#draw.pick(examples), making);
    return valueOf(body, '', { ...making, members: membersOf(call, this.#draw) });
  }

  /** What a call names by a key of the thing that it is a part of, mostly: a subnet of some network. */
  #part({ does }: Call): Record<string, unknown> {
    if (does.by !== 'command' || does.id === undefined || does.through === undefined || this.#draw.chance(0.1)) return {};
    const { path } = does.kind.fields[does.through]!;
    const parts = this.#world.rows(does.kind.name).flatMap(({ document }) => pathValues(document, path));
    return parts.length > 0 ? { [does.id]: this.#draw.pick(parts) } : {};
  }

  #query({ call, query, filters, sorts, schemas }: Aim, making: Making): string {
    const draw = this.#draw;
    const odd = this.#odd;
    const members = new URLSearchParams();
    const text = (value: unknown): string => (typeof value === 'string' ? value : String(JSON.stringify(value)));
    if (!query) {
      if (draw.chance(0.03)) members.set(odd.text(draw).toWellFormed(), odd.text(draw).toWellFormed());
      return members.toString();
    }
    const properties = Object.entries((query['properties'] ?? {}) as Record<string, Json>);
    for (const [name, schema] of properties) {
      if (call.action !== undefined && name === 'action') members.set(name, call.action);
      if (members.has(name) || name === 'marker' || name === 'sort' || filters.includes(name) || draw.chance(0.6)) continue;
      const value = valueOf(schema, name, { ...making, schemas });
      members.set(name, text(draw.chance(0.04) ? odd.value(draw) : value));
    }
    if (sorts.length > 0 && draw.chance(0.5)) members.set('sort', `${draw.pick(sorts)}:${draw.pick(['asc', 'desc'])}`);
    if (filters.length > 0 && draw.chance(0.5)) this.#filter(members, draw.pick(filters), making, call);
    if (filters.length > 0 && draw.chance(0.02)) members.set('marker', odd.text(draw));
    return members.toString();
  }

  /** A filter by a value that some thing has, or by a text, under any operator. */
  #filter(members: URLSearchParams, key: string, { idOf }: Making, { does }: Call): void {
    const draw = this.#draw;
    if (does.by !== 'list') return;
    const row = this.#world.rows(does.kind.name)[draw.between(0, 20)];
    const field = narrowedBy(does.kind, key)!;
    const found = field.path.split('.').reduce<unknown>((value, step) => (value as Json | undefined)?.[step], row?.document);
    const value = draw.chance(0.5) && typeof found === 'string' ? found : draw.chance(0.6) ? idOf(does.kind.name) : this.#odd.text(draw);
    const operators = field.filter!.flatMap((operator) => (operator === 'is' ? ['', 'in:'] : [`${operator}:`]));
    members.set(key, (draw.chance(0.93) ? draw.pick(operators) : draw.pick(['', 'contains:', 'in:', 'any:', 'not_any:'])) + value);
  }

  /** The same to an address or by a method that no call has. */
  #misdirected(shot: Shot): Shot {
    const draw = this.#draw;
    const [path = '', query = ''] = shot.path.split('?', 2);
    switch (draw.between(0, 3)) {
      case 0:
        return { ...shot, path: `${path}/${query && `?${query}`}` };
      case 1:
        return { ...shot, path: `/api/agent_direct/7/lca${shot.path}` };
      case 2:
        return { ...shot, aimed: false, path: `${path}/${encodeURIComponent(this.#odd.text(draw).toWellFormed())}x` };
      default:
        return { ...shot, aimed: false, method: draw.pick(unusedMethods(shot.call)) };
    }
  }
}

/** A body on its way: where the request is bytes, an object travels as headers beside some. */
function sentAs({ upload }: Call, body: string | undefined): { text: string | undefined; headers: Record<string, string> } {
  const members: unknown = upload && body?.startsWith('{') ? JSON.parse(body.toWellFormed()) : undefined;
  if (upload && members !== undefined)
    return { text: 'bytes of a disk'.padEnd(512, '.'), headers: { 'content-type': BYTES_TYPE, ...headersOfBody(upload, members as Json) } };
  return { text: body, headers: { ...(body !== undefined && { 'content-type': 'application/json' }) } };
}

/** Methods that no call has at the address of this one. */
const unusedMethods = ({ path }: Call): string[] => {
  const used = new Set<string>(calls.filter((call) => call.path === path).map(({ method }) => method));
  return ['PUT', 'OPTIONS', 'DELETE', 'PATCH', 'POST'].filter((method) => !used.has(method));
};

const isDeletion = ({ id, method }: Call): boolean => method === 'DELETE' || id.endsWith(BULK_DELETE);

const credentials = (draw: Draw) => ({
  ...USERS[draw.pick(Object.keys(USERS) as (keyof typeof USERS)[])],
  password: draw.chance(0.8) ? PASSWORD : 'x',
});

const examplesOf = (body: Call['body']): readonly object[] => (body?.meta()?.['examples'] ?? []) as readonly object[];

/** Names of the members of an example of a call's body, often: what is chosen member by member seldom fits together. */
function membersOf({ body }: Call, draw: Draw): ReadonlySet<string> | undefined {
  const examples = examplesOf(body);
  return examples.length > 0 && draw.chance(0.6) ? new Set(Object.keys(draw.pick(examples))) : undefined;
}

/** Whether the rule of a call allows it on a thing of a kind, as it was when it was last looked at. What deletes shall miss: something must be left. */
function allowedBy({ method, does }: Call, kind: string): ((row: Row) => boolean) | undefined {
  if (method === 'DELETE' || does.by !== 'command' || does.rule === undefined || does.kind.name !== kind) return undefined;
  const rule = does.rule as Rule<unknown, unknown>;
  // One that looks at the body knows more than the thing itself.
  return rule.length > 1 ? undefined : ({ document }) => rule(document, undefined) === true;
}

/** The address with its parameters, whatever they are; an empty one would make it the address of a list. */
const pathOf = (path: string, params: unknown): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value: unknown = (params as Json | null | undefined)?.[name];
    return encodeURIComponent(String(typeof value === 'string' ? value.toWellFormed() : JSON.stringify(value)) || ' ');
  });
