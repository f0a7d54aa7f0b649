import { buildFailure } from './build-failure.ts';
import { LogTail, MAX_TAIL_BYTES } from './log-tail.ts';

const textOf = (...pieces: string[]): string => {
  const tail = new LogTail();
  for (const piece of pieces) tail.add(Buffer.from(piece));
  return tail.text();
};

test.each([
  ['nothing', [], ''],
  ['lines in pieces', ['a', 'b\nc\n'], 'ab\nc\n'],
  ['a character in pieces', ['é\n'], 'é\n'],
  ['a NUL', ['a\0b\n'], 'ab\n'],
  ['a secret', ['token=abcdef123\n'], 'token=[redacted]\n'],
  ['a secret in pieces', ['password=hun', 'ter2\n'], 'password=[redacted]\n'],
  ['a long log, without the line that is cut', [`password=${'x'.repeat(MAX_TAIL_BYTES)}\n`, 'end\n'], 'end\n'],
  ['one line that is too long', ['é'.repeat(MAX_TAIL_BYTES)], ''],
])('the end of %s', (_, pieces, text) => expect(textOf(...pieces)).toBe(text));

test.each([
  [
    'the last lines',
    'a\nb\n\nc\nd\ne\nf\n',
    { code: 1, signal: null },
    'The build failed with exit code 1:\nb\nc\nd\ne\nf',
  ],
  ['no output', '', { code: null, signal: 'SIGKILL' }, 'The build failed with signal SIGKILL and no output.'],
  [
    'a builder out of reach',
    'error: listing workers for Build: failed to list workers: Unavailable: connection error: desc = "transport: Error while dialing: dial tcp 127.0.0.1:9: connect: connection refused"\n',
    { code: 1, signal: null },
    'The builder cannot be reached at the BUILDKIT_ADDRESS of the runner.',
  ],
])('a failure tells %s', (_, log, exit, text) => expect(buildFailure(log, exit)).toBe(text));
