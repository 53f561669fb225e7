import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Call } from '@gantry/contract/wire/call';
import { GantryError } from '@gantry/contract/wire/errors';
import { fieldsOf, noFields } from '../calls/fields.ts';
import { isDeeper, notStorable } from './storable.ts';

const nothing = z.strictObject({});
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Most lists and objects within each other: whatever looks at a body goes down in it. */
const BODY_LEVELS = 64;

export interface Input {
  params: unknown;
  query: unknown;
  body: unknown;
}

/** Whether what is percent-encoded in path and query of a request is text: UTF-8, in its shortest form. */
export function isText(url: string): boolean {
  try {
    decodeURIComponent(url);
    return true;
  } catch (error) {
    if (error instanceof URIError) return false;
    throw error;
  }
}

/** JSON, which is UTF-8 whatever else it calls itself. */
const isJsonType = (type: string): boolean =>
  /^application\/json\s*(;|$)/i.test(type) && !/;\s*charset\s*=(?!\s*("?)utf-?8\1\s*(;|$))/i.test(type);

/** Whether a body says no more than none: scripts send `{}` with every POST. A DELETE has none at all (decision B3). */
const saysNothing = ({ method }: Call, json: unknown): boolean =>
  method !== 'DELETE' && typeof json === 'object' && json !== null && !Array.isArray(json) && Object.keys(json).length === 0;

/** Reads path, query and body (`json`) of a call by its schemas; every mistake of all three is named at once. */
export function readInput(call: Call, request: FastifyRequest, json: unknown): Input {
  const fields = noFields();
  const read = (schema: z.ZodType, value: unknown, place: 'path' | 'query' | 'body'): unknown => {
    const unstorable = fieldsOf(notStorable(value), place);
    Object.assign(fields, unstorable);
    if (Object.keys(unstorable).length > 0) return undefined;
    const result = schema.safeParse(value, { reportInput: true });
    if (!result.success) Object.assign(fields, fieldsOf(result.error.issues, place));
    return result.data;
  };
  const params = read(call.params ?? nothing, { ...(request.params as object) }, 'path');
  const query = read(call.query ?? nothing, { ...(request.query as object) }, 'query');
  const body = call.body ? read(call.body, json, 'body') : undefined;
  if (!call.body && json !== undefined && !saysNothing(call, json)) fields['body'] = [{ code: 'unexpected' }];
  if (Object.keys(fields).length > 0) throw new GantryError('validation_failed', { fields });
  return { params, query: call.query && query, body };
}

/** The JSON of a request; undefined where there is none. An empty body that calls itself JSON has lost something on its way (decision B3). */
export function bodyOf(request: FastifyRequest): unknown {
  const bodyless = request.method === 'GET' || request.method === 'HEAD';
  if (bodyless) {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
    if ((length !== undefined && length !== '0') || encoding !== undefined) throw new GantryError('malformed_request');
    return undefined;
  }
  const type = request.headers['content-type'];
  const isJson = type !== undefined && isJsonType(type);
  const bytes = request.body instanceof Buffer ? request.body : undefined;
  if (bytes === undefined || bytes.length === 0) {
    if (isJson) throw new GantryError('malformed_request');
    return undefined;
  }
  if (!isJson) throw new GantryError('unsupported_media_type');
  let json: unknown;
  try {
    json = JSON.parse(utf8.decode(bytes));
  } catch (cause) {
    throw new GantryError('malformed_request', { cause });
  }
  if (isDeeper(json, BODY_LEVELS)) throw new GantryError('malformed_request');
  return json;
}
