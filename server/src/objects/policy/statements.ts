/** What a bucket's policy allows, as it is kept and looked at: whom it names is known by the ids of users and projects. */
import type { S3User } from '../../port/accounts.ts';
import { isOfObjects, type Action, type Deed } from './actions.ts';

/** One statement, which allows something; what none allows is denied. */
export interface Statement {
  /** Everybody, also without a signature. */
  anyone: boolean;
  /** Ids of users and projects of the bucket's domain. */
  users: readonly string[];
  projects: readonly string[];
  actions: readonly Action[];
  /** The bucket itself. */
  bucket: boolean;
  /** Whole keys, and what keys begin with. */
  keys: readonly string[];
  prefixes: readonly string[];
}

/** A policy with the text that its owner gave. */
export interface Policy {
  text: string;
  statements: readonly Statement[];
}

/** As it is kept with the bucket. */
export const policyIn = (kept: string): Policy => JSON.parse(kept) as Policy;

/** The statements that name a user. An account of object storage belongs to one project, and is let in by that one. */
export const statementsFor = ({ statements }: Policy, { userId, projectId }: Pick<S3User, 'userId' | 'projectId'>): readonly Statement[] =>
  statements.filter(({ users, projects }) => users.includes(userId) || (projectId !== null && projects.includes(projectId)));

/** Whom a statement names, as the index keeps it. */
export const granteesOf = ({ users, projects }: Pick<Statement, 'users' | 'projects'>): string[] => [
  ...users.map((id) => `user/${id}`),
  ...projects.map((id) => `project/${id}`),
];

/** The statements that name everybody. */
export const publicStatements = ({ statements }: Policy): readonly Statement[] => statements.filter(({ anyone }) => anyone);

/** Keys are texts: a full stop or slash in them leads nowhere. */
export function allowsDeed({ actions, bucket, keys, prefixes }: Statement, deed: Deed): boolean {
  if (!actions.includes(deed.action)) return false;
  if (!('key' in deed)) return bucket;
  return keys.includes(deed.key) || prefixes.some((prefix) => deed.key.startsWith(prefix));
}

/** Whether a statement is about anything that an action is done to. */
export const concerns = ({ bucket, keys, prefixes }: Pick<Statement, 'bucket' | 'keys' | 'prefixes'>, action: Action): boolean =>
  isOfObjects(action) ? keys.length + prefixes.length > 0 : bucket;
