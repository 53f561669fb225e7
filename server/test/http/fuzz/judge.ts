/** What may be said of one answer without knowing what the server did. */
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { errorCodesOf } from '@gantry/contract/openapi';
import type { Call } from '@gantry/contract/wire/call';
import { ERRORS, type ErrorCode } from '@gantry/contract/wire/errors';
import { REQUEST_ID_HEADER } from '@gantry/contract/wire/headers';
import type { Answer } from './send.ts';
import type { Shot } from './shot.ts';

const codedText = z.strictObject({ code: z.string(), params: z.record(z.string(), z.union([z.string(), z.number()])).optional() });

const errorBody = z.strictObject({
  error: z.strictObject({
    err_code: z.enum(Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]),
    message: z.string().min(1),
    fields: z.record(z.string(), z.array(z.string())).optional(),
    data: z.strictObject({
      params: codedText.shape.params,
      reason: codedText.optional(),
      field_codes: z.record(z.string(), z.array(codedText)).optional(),
      detail: z.string().optional(),
      task_id: z.string().optional(),
      request_id: z.string(),
    }),
  }),
});

/** Traces of a stack, of a path of the source or of a statement. */
const INSIDES = /\n\s+at |node:internal|\.ts:\d+|sqlite|postgres|\bselect .{1,200} from\b|\binsert into\b/i;
const ALLOWED_5XX: ReadonlySet<number> = new Set([501, 503]);

const codes = new Map<Call, ReadonlySet<ErrorCode>>();
function codesOf(call: Call): ReadonlySet<ErrorCode> {
  let known = codes.get(call);
  if (!known) codes.set(call, (known = new Set(errorCodesOf(call))));
  return known;
}

export interface Judgement {
  /** Of an error answer. */
  code?: ErrorCode;
  /** The parsed body of a good answer. */
  json?: unknown;
  /** What is wrong with the answer. */
  faults: string[];
}

/** Whether an answer is one the contract allows. */
export function judge(shot: Shot, { status, headers, text }: Answer): Judgement {
  const faults: string[] = [];
  if (status >= 500 && !ALLOWED_5XX.has(status)) faults.push(`status ${status}`);
  if (status < 200 || (status >= 300 && status < 400)) faults.push(`status ${status}`);
  if (shot.call.id !== 'platform.openapi' && INSIDES.test(text)) faults.push('shows its insides');
  if (shot.headers[REQUEST_ID_HEADER] === shot.requestId && headers[REQUEST_ID_HEADER] !== shot.requestId)
    faults.push('does not carry the request id');
  const json = parsed(text);
  // Every other address is a page of the console, which may not have been built.
  if (!shot.aimed && headers['content-type']?.startsWith('text/html') && !/^\/(api|ws|assets)\b/.test(shot.path)) return { json, faults };
  if (status >= 400) return { ...refused(shot, status, headers, json, faults), faults };
  if (shot.aimed) accepted(shot.call, status, json, faults);
  else faults.push('answers an address no call has');
  return { json, faults };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined; // the judgement says so where JSON is due
  }
}

function refused(shot: Shot, status: number, headers: Answer['headers'], json: unknown, faults: string[]): { code?: ErrorCode } {
  const body = errorBody.safeParse(json);
  if (!body.success) {
    faults.push(`is no error of the contract: ${z.prettifyError(body.error)}`);
    return {};
  }
  const { err_code: code, data } = body.data.error;
  if (ERRORS[code].status !== status) faults.push(`status ${status} with ${code}`);
  if (data.request_id !== headers[REQUEST_ID_HEADER]) faults.push('names another request');
  if (headers['cache-control'] !== 'no-store') faults.push('may be cached');
  if (shot.aimed && !codesOf(shot.call).has(code) && !isOfHeaders(shot, code)) faults.push(`${code} is no error of ${shot.call.id}`);
  return { code };
}

/** What is refused whatever the call: the type of a body where none belongs. */
const isOfHeaders = ({ body, headers }: Shot, code: ErrorCode): boolean =>
  code === 'unsupported_media_type' && (body !== undefined || 'content-type' in headers);

function accepted(call: Call, status: number, json: unknown, faults: string[]): void {
  if (status !== (call.status ?? 200)) faults.push(`status ${status}`);
  if (status === 204) return;
  const answer = call.answer.safeParse(json);
  if (!answer.success) faults.push(`is no answer of the contract: ${z.prettifyError(answer.error)}`);
  else if (!isDeepStrictEqual(answer.data, json)) faults.push('says more than the contract');
}
