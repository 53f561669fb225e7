/** A request as it is sent. */
export interface RawRequest {
  /** Sent as it is. */
  text?: string | Uint8Array<ArrayBuffer> | undefined;
  /** Sent as JSON. */
  body?: unknown;
  headers?: Readonly<Record<string, string>> | undefined;
}
