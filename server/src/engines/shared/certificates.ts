import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';

/**
 * A setting that names a file with certificates (PEM) that a server's own must come from. It is read once, at the start: a file that cannot be
 * read, or holds none, is a mistake of the configuration.
 */
export const certificates = z.string().transform((path, context) => {
  try {
    const pem = readFileSync(path, 'utf8');
    void new X509Certificate(pem);
    return pem;
  } catch (error) {
    const isUnread = error instanceof Error && 'syscall' in error;
    context.addIssue(isUnread ? `cannot be read: ${error.message}` : 'holds no certificate in PEM');
    return z.NEVER;
  }
});
