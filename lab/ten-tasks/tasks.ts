import type { Page } from '@playwright/test';
import type { Hands } from './hands.ts';

/** The ten tasks, each from the list of servers on, and one more, which takes five decisions: two names, the network, and each server. */
export const TASKS = {
  create: 'create a server, until it runs',
  find: 'find a server by its address',
  attach: 'attach a free volume to a server',
  ssh: 'reach a server by SSH: a new floating IP, and the address to connect to',
  resize: 'resize a server that is shut off, and keep the new size',
  snapshot: 'make an image of a server',
  retry: 'shut two down, of which one fails: find it and try it again',
  switch: 'switch to another project',
  link: 'hand over a link to a server to somebody who works in another project',
  delete: 'delete a server',
  balance: 'put two servers behind one address',
} as const;
export type Task = keyof typeof TASKS;

/** Servers that the tasks are done with, by their part in them. */
export const SERVERS = ['found', 'holder', 'reached', 'resized', 'pictured', 'good', 'bad', 'shown', 'doomed'] as const;
export type Part = (typeof SERVERS)[number];

/** What is there before the tasks, made without a screen. */
export interface Stage {
  /** Names of the servers. */
  names: Readonly<Record<Part, string>>;
  /** Name of the one that is made, and of the image. */
  made: string;
  /** Address of `found`. */
  address: string;
  /** Name of a volume that no server has. */
  volume: string;
  /** Where all of this is, and where else the user works. */
  project: string;
  elsewhere: string;
  /** Lets `bad` be shut down, which it refuses until then. */
  mend(): Promise<void>;
}

/** Does a task. `colleague` is at a page of somebody else's browser. */
export type Way = (hands: Hands, stage: Stage, colleague: Hands) => Promise<void>;

/** A console in which the tasks are counted. */
export interface Candidate {
  name: string;
  stage: Stage;
  signIn(page: Page): Promise<void>;
  /** Goes to the list of servers of a project, by its address. */
  home(page: Page, project: string): Promise<void>;
  /** How each task is done; absent: it cannot be done there. */
  ways: Readonly<Partial<Record<Task, Way>>>;
  stop(): Promise<void>;
}

/** A name of each part's server. */
export const namesOf = (stem: string): Record<Part, string> =>
  Object.fromEntries(SERVERS.map((part) => [part, `${stem}-${part}`])) as Record<Part, string>;
