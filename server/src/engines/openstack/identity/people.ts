import type { Api } from '../client/api.ts';
import { listAssignments } from '../client/assignments.ts';
import { ignoreNotFound } from '../client/errors.ts';
import {
  getDomain,
  getProject,
  getUser,
  listDomains,
  roleNames,
  type KeystoneDomain,
  type KeystoneProject,
  type KeystoneUser,
} from '../client/keystone.ts';
import type { Rights, RoleMapper } from './roles.ts';

/** Milliseconds an answer is good for: a revoked right must have reached open sockets within five seconds. */
const FRESH_MS = 1500;
const NAMES_MS = 60_000;
/** Answers kept at most; the oldest go first. */
const KEPT = 10_000;

/** What the service account knows of users: asked once for all who ask within a moment. */
export class People {
  readonly #api: Api;
  readonly #mapper: RoleMapper;
  readonly #answers = new Map<string, { until: number; answer: Promise<unknown> }>();

  constructor(api: Api, mapper: RoleMapper) {
    this.#api = api;
    this.#mapper = mapper;
  }

  /** Undefined where there is no such user (any more). */
  user = (id: string): Promise<KeystoneUser | undefined> =>
    this.#once(`user ${id}`, FRESH_MS, () => ignoreNotFound(getUser(this.#api, id)));

  domain = (id: string): Promise<KeystoneDomain | undefined> =>
    this.#once(`domain ${id}`, FRESH_MS, () => ignoreNotFound(getDomain(this.#api, id)));

  project = (id: string): Promise<KeystoneProject | undefined> =>
    this.#once(`project ${id}`, FRESH_MS, () => ignoreNotFound(getProject(this.#api, id)));

  /** A domain by id or name, id first (decision A5). */
  async domainNamed(text: string): Promise<KeystoneDomain | undefined> {
    const domains = await this.#once('domains', FRESH_MS, () => listDomains(this.#api));
    return domains.items.find(({ id }) => id === text) ?? domains.items.find(({ name }) => name.toLowerCase() === text.toLowerCase());
  }

  /** Names of Keystone's roles, by id. */
  roles = (): Promise<ReadonlyMap<string, string>> => this.#once('names', NAMES_MS, () => roleNames(this.#api));

  /** Something of them has just been changed: what is known may be so no more. */
  forget(): void {
    this.#answers.clear();
  }

  /** What a user may do, groups and inheritance resolved. */
  rights(userId: string): Promise<Rights> {
    return this.#once(`rights ${userId}`, FRESH_MS, async () => {
      const [names, assignments] = await Promise.all([this.roles(), listAssignments(this.#api, userId)]);
      return (await this.#mapper.reader(names))(assignments);
    });
  }

  #once<T>(key: string, ms: number, ask: () => Promise<T>): Promise<T> {
    const known = this.#answers.get(key);
    if (known && known.until > Date.now()) return known.answer as Promise<T>;
    const answer = ask();
    this.#answers.delete(key);
    this.#answers.set(key, { until: Date.now() + ms, answer });
    if (this.#answers.size > KEPT) this.#answers.delete(this.#answers.keys().next().value ?? key);
    // What failed is asked again at once; those who already wait get the failure.
    answer.catch(() => this.#answers.delete(key));
    return answer;
  }
}
