/** Header names of the API (decision A1). Compared without case by HTTP; lower case is what Node hands out. */
export const SESSION_HEADER = 'x-session-id';
export const AUTH_TOKEN_HEADER = 'x-auth-token';
export const XHR_HEADER = 'x-requested-with';
export const XHR_VALUE = 'XMLHttpRequest';
/** Same key, same answer for 24 h (architecture rule 9). */
export const IDEMPOTENCY_HEADER = 'idempotency-key';
/** Set on every answer while the platform is reconfigured (S0 §2). */
export const RECONFIGURATION_HEADER = 'x-reconfiguration-state';
/** Id of the request, in every answer, log line and call to an engine. */
export const REQUEST_ID_HEADER = 'x-request-id';
