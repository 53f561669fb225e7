/** What http needs beside what calls need. */
import type { SecureContextOptions } from 'node:tls';
import type { Proxies } from '../access/address.ts';
import type { Budgets } from '../access/budgets.ts';
import type { Handler } from '../calls/handler.ts';
import type { CallOptions, SideOptions } from '../calls/port.ts';
import type { Misfits } from '../port/store/misfits.ts';
import type { Refusals } from './refusals.ts';
import type { ConnectionLimits } from './connection-timeouts.ts';

/** What operators ask, and what is counted for them. */
export interface Operations {
  /** Whether requests can be served, and what an administrator should know of the parts. Never rejects. */
  readiness(): Promise<{ ready: boolean }>;
  /** All figures in Prometheus' text format. Never rejects. */
  figures(): Promise<string>;
  requestBegan(): void;
  requestEnded(call: string, status: number, seconds: number): void;
}

export interface HttpOptions extends CallOptions {
  /** Makes the functions of all calls that are not done generically, by call id. */
  handlers(options: SideOptions): ReadonlyMap<string, Handler>;
  operations: Operations;
  /** What /metrics asks for as a bearer token; absent: it answers this machine only. */
  metricsToken?: string | undefined;
  budgets: Budgets;
  refusals: Pick<Refusals, 'add'>;
  misfits: Misfits;
  /** This process, for leases. */
  owner: string;
  /** Folder of the built console. */
  consoleFolder: string;
  proxies: Proxies;
  connections?: Partial<ConnectionLimits> | undefined;
  /** What is announced of a reconfiguration of the platform; undefined while there is none. */
  reconfiguration(): string | undefined;
}

/** The same for one of the two listeners. */
export interface ListenerOptions extends HttpOptions, SideOptions {
  /** Own TLS; absent: plain HTTP. */
  tls?: SecureContextOptions | undefined;
}
