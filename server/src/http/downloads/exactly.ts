import { pipeline, Transform, type Readable } from 'node:stream';
import { GantryError } from '@gantry/contract/wire/errors';

/**
 * A stream of exactly so many bytes: one that ends early ends with an error, so that the connection breaks and the client knows that it has
 * not got all; what is too much is never sent. Where its reader goes away, its source is destroyed.
 */
export function exactly(source: Readable, length: number, onEnd: (error: Error | null) => void): Readable {
  let left = length;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      left -= chunk.length;
      if (left < 0) done(new GantryError('engine_unavailable', { detail: 'more bytes came than there are' }));
      else done(null, chunk);
    },
    flush(done) {
      done(left > 0 ? new GantryError('engine_unavailable', { detail: `${left} bytes did not come` }) : null);
    },
  });
  return pipeline(source, counted, (error) => onEnd(error ?? null));
}
