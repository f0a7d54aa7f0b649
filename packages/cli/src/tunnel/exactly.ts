import { Transform } from 'node:stream';

/** Lets a body of `length` bytes through, and fails for any that is longer or shorter; a body of any length when that is undefined. */
export function exactly(length: number | undefined): Transform {
  let left = length ?? Infinity;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      left -= chunk.length;
      if (left < 0) done(new Error('The body is longer than announced.'));
      else done(null, chunk);
    },
    flush(done) {
      done(length === undefined || left === 0 ? null : new Error('The body is shorter than announced.'));
    },
  });
}
