/** Options of a TLS connection; none of them: what Node trusts by itself, and no certificate of our own. */
export interface Trust {
  /** In PEM. */
  ca?: Buffer | string;
  cert?: Buffer;
  key?: Buffer;
  rejectUnauthorized?: boolean;
}
