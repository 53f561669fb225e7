/**
 * What somebody has typed into a long form, kept by the browser's tab: over a reload, and over a session that was lost. It may hold secrets,
 * so it goes with the sign-out, belongs to one user and one scope, and is never in the storage that outlives the tab.
 */
import { readJson } from './storage.ts';

const PREFIX = 'draft:';

/** `draft:create-server:42:project:7` */
export const draftKey = (form: string, userId: string, scope: string): string => `${PREFIX}${form}:${userId}:${scope}`;

export const readDraft = (key: string): unknown => readJson(sessionStorage, key);

/** Keeps a draft. Where the tab's storage is full the form goes on without. */
export function writeDraft(key: string, draft: unknown): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(draft));
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    sessionStorage.removeItem(key);
    console.warn('The browser has no room to keep what was typed', error);
  }
}

export const forgetDraft = (key: string): void => sessionStorage.removeItem(key);

/** All drafts, or those of everybody but one user. */
export function forgetDrafts(exceptUserId?: string): void {
  const keys = Array.from({ length: sessionStorage.length }, (_, index) => sessionStorage.key(index) ?? '');
  const isKept = (key: string): boolean => exceptUserId !== undefined && key.split(':')[2] === exceptUserId;
  for (const key of keys) if (key.startsWith(PREFIX) && !isKept(key)) sessionStorage.removeItem(key);
}
