/** What user data is, by the forms that guests know: cloud-init's (its documentation, "User data formats"), cloudbase-init's and Ignition's. */
import { z } from 'zod';

/** How a form begins, in small letters, the longer before the shorter ones. */
const BEGINS = [
  ['## template: jinja', 'jinja'],
  ['#cloud-config-archive', 'cloud-config-archive'],
  ['#cloud-config', 'cloud-config'],
  ['#cloud-boothook', 'cloud-boothook'],
  ['#part-handler', 'part-handler'],
  ['#include-once', 'include'],
  ['#include', 'include'],
  ['#ps1_sysnative', 'powershell'],
  ['#ps1_x86', 'powershell'],
  ['#ps1', 'powershell'],
  ['rem cmd', 'batch'],
  ['#!', 'script'],
] as const;

/** `gzip`: what it holds is not looked at. */
export type UserDataForm = (typeof BEGINS)[number][1] | 'mime' | 'ignition' | 'gzip';

/** What is known of user data. */
export interface UserData {
  /** Undefined: no guest that we know of does anything with it. */
  form: UserDataForm | undefined;
  /** It came in base64: the guest gets what that stands for. */
  encoded: boolean;
  /** The text that the guest gets; empty where it is none. */
  text: string;
  /** Its first line ends with CRLF, so that the interpreter is not found. */
  crlf: boolean;
}

const GZIP = '\u001F\u008B';
const MIME = /^(?:[\w-]+:.*\r?\n(?:[ \t].*\r?\n)*)*?(?:content-type:\s*multipart\/|mime-version:)/i;

function isIgnition(text: string): boolean {
  if (!text.startsWith('{')) return false;
  try {
    const { ignition } = JSON.parse(text) as { ignition?: { version?: unknown } | null };
    return typeof ignition?.version === 'string';
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

/** @param text one character a byte, or decoded: what forms begin with is ASCII. */
function formOf(text: string): UserDataForm | undefined {
  if (text.startsWith(GZIP)) return 'gzip';
  const start = text.trimStart();
  const lower = start.slice(0, 64).toLowerCase();
  const known = BEGINS.find(([begin]) => lower.startsWith(begin) && !(/\w$/.test(begin) && /^[\w-]/.test(lower.slice(begin.length))));
  if (known) return known[1];
  if (MIME.test(start.slice(0, 4096))) return 'mime';
  return isIgnition(start) ? 'ignition' : undefined;
}

const BASE64 = /^(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/;

/** The bytes that base64 stands for, one character each; undefined where the text is none. */
function decoded(text: string): string | undefined {
  const plain = text.replace(/\s+/g, '');
  if (plain === '' || !BASE64.test(plain)) return undefined;
  return Array.from(z.util.base64ToUint8Array(plain), (byte) => String.fromCharCode(byte)).join('');
}

/** The text that bytes stand for, one character each; bytes that are no UTF-8 as they are. */
function utf8(bytes: string): string {
  try {
    return decodeURIComponent(bytes.replace(/[^]/g, (byte) => `%${byte.charCodeAt(0).toString(16).padStart(2, '0')}`));
  } catch (error) {
    if (error instanceof URIError) return bytes;
    throw error;
  }
}

/** What user data looks like. A text that happens to be base64 is one: only what decodes to a known form counts as encoded. */
export function readUserData(given: string): UserData {
  const own = formOf(given);
  const bytes = own === undefined ? decoded(given) : undefined;
  const inner = bytes === undefined ? undefined : formOf(bytes);
  const form = own ?? inner;
  const text = form === 'gzip' ? '' : inner === undefined ? given : utf8(bytes!);
  return { form, encoded: inner !== undefined, text, crlf: form === 'script' && /^[^\n]*\r\n/.test(text.trimStart()) };
}

/** User data in base64, as clouds take them. @param encode base64 of a text's UTF-8 */
export const encodedUserData = (given: string, encode: (text: string) => string): string =>
  readUserData(given).encoded ? given.replace(/\s+/g, '') : encode(given);
