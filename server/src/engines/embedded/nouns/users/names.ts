import type { Records } from '../../../../store/port/records.ts';
import type { Platform } from '../../platform/platform.ts';

/** Names of domains and users are the same whatever their case. */
const fold = (name: string): string => name.normalize('NFC').toLowerCase();

export const domainName = (name: string): string => `domain:${fold(name)}`;
export const groupName = (domainId: string, name: string): string => `group:${domainId}:${fold(name)}`;
export const userName = (domainId: string, name: string): string => `user:${domainId}:${fold(name)}`;

/** Id behind a name, or undefined. */
export const idOfName = (platform: Platform, records: Pick<Records, 'get'>, name: string): Promise<string | undefined> =>
  platform.buckets.names.get(records, name);
