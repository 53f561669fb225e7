import { request } from 'node:http';
import { BUCKET, type World } from './world.ts';

/** What an upload says that it will send. */
const SAID = 1024 * 1024;

/** Uploads of one tenant that send a byte and wait. Returns the way to end them. */
export async function slowUploads({ base, lead }: World, count: number): Promise<() => void> {
  const uploads = Array.from({ length: count }, (_, index) => {
    const headers = { ...lead, 'content-length': String(SAID) };
    const upload = request(`${base}/s3proxy/${BUCKET}/slow-${index}`, { method: 'PUT', agent: false, headers });
    upload.on('response', (answer) => answer.resume());
    // Refused, or cut: an attack goes on whatever it meets.
    return upload.on('error', () => undefined);
  });
  await Promise.all(uploads.map((upload) => new Promise((resolve) => void upload.write('x', resolve))));
  return () => uploads.forEach((upload) => upload.destroy());
}
