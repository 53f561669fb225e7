import { sessionCalls } from '@gantry/contract/nouns/session/calls';
import type { AccountProject } from '@gantry/contract/nouns/session/entity';
import { AUTH_TOKEN_HEADER, SESSION_HEADER, XHR_HEADER, XHR_VALUE } from '@gantry/contract/wire/headers';
import { PASSWORD } from './product.ts';

/** Someone who has chosen a scope. */
export interface Session {
  /** To be sent with every request and socket. */
  headers: Readonly<Record<string, string>>;
  /** The JSON answer of a path; throws on any status of 400 or more. */
  get(path: string): Promise<unknown>;
  post(path: string, body: unknown): Promise<unknown>;
  /** Deletes what is there, and says how that was answered. */
  delete(path: string): Promise<number>;
}

/** Someone who has signed in. */
export interface SignedIn {
  /** The user's own wide scope: the domain of its administrator, the system. */
  wide(): Session;
  projects(): Promise<AccountProject[]>;
  enter(projectId: string): Promise<Session>;
}

async function ask(url: string, init: RequestInit): Promise<unknown> {
  const answer = await fetch(url, init);
  const body: unknown = await answer.json();
  if (!answer.ok) throw new Error(`${init.method ?? 'GET'} ${url}: ${answer.status} ${JSON.stringify(body)}`);
  return body;
}

/** What is read of the answer, and no more: other checkouts, which benchmarks start too, may have less to say of the user. */
const signedAnswer = sessionCalls.login.answer.pick({ token: true, scoped_token: true });

/** Signs in; with the password of tests where none is given. */
export async function signIn(base: string, domain: string, username: string, password = PASSWORD): Promise<SignedIn> {
  const plain = { [XHR_HEADER]: XHR_VALUE, 'content-type': 'application/json' };
  const body = JSON.stringify({ domain, username, password });
  const user = signedAnswer.parse(await ask(`${base}/api/v2/login`, { method: 'POST', headers: plain, body }));
  const signed = { [XHR_HEADER]: XHR_VALUE, [SESSION_HEADER]: user.token ?? '' };
  const sessionOf = (token: string): Session => {
    const headers = { ...signed, [AUTH_TOKEN_HEADER]: token };
    return {
      headers,
      get: (path) => ask(base + path, { headers }),
      post: (path, body) =>
        ask(base + path, { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      delete: async (path) => (await fetch(base + path, { method: 'DELETE', headers })).status,
    };
  };
  return {
    wide: () => {
      if (user.scoped_token === null) throw new Error(`${username} has no scope beyond projects`);
      return sessionOf(user.scoped_token);
    },
    projects: async () => sessionCalls.projects.answer.parse(await ask(`${base}/api/v2/accounts/projects`, { headers: signed })).data,
    enter: async (projectId) => {
      const answer = await ask(`${base}/api/v2/accounts/projects/${projectId}/auth`, { method: 'POST', headers: signed });
      return sessionOf(sessionCalls.enterProject.answer.parse(answer).token);
    },
  };
}

/** Signs in and enters a project by its name; with the password of tests where none is given. */
export async function signInTo(base: string, domain: string, username: string, project: string, password?: string): Promise<Session> {
  const signed = await signIn(base, domain, username, password);
  const found = (await signed.projects()).find(({ name }) => name === project);
  if (!found) throw new Error(`${username} has no project ${project}`);
  return signed.enter(found.id);
}
