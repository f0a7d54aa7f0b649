import { text } from 'node:stream/consumers';
import { isatty } from 'node:tty';
import type { Terminal } from './terminal.ts';

/**
 * The standard streams of this process. Ctrl-C ends reading. The reader of our output may close the pipe early; in CI no
 * person answers, even where the log looks like a terminal.
 */
export function processTerminal(
  { stdout, stderr, stdin, env, platform }: NodeJS.Process,
  interrupted: AbortSignal,
): Terminal {
  let isClosed = false;
  for (const stream of [stdout, stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE' && error.code !== 'EOF') throw error;
      isClosed ||= stream === stdout;
    });
  }
  const isCi = (env.CI ?? '') !== '' && env.CI !== 'false';
  const mayColor = (env.NO_COLOR ?? '') === '' && env.TERM !== 'dumb';
  const [isIn, isOut, isErr] = [isatty(0), isatty(1), isatty(2)];
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG || '';
  return {
    out: (written) => void (isClosed || stdout.write(written)),
    err: (written) => void stderr.write(written),
    read: () => until(interrupted, text(stdin)),
    lines: () => linesOf(stdin, interrupted),
    ask: (question) => until(interrupted, readLine(question, { stdin, stderr }, interrupted)),
    isClosed: () => isClosed,
    isInteractive: { out: isOut, err: isErr && !isCi, in: isIn && !isCi },
    columns: isOut ? stdout.columns : undefined,
    colors: { out: mayColor && isOut, err: mayColor && isErr },
    // A container often has no locale at all, and a log viewer shows UTF-8.
    isUnicode: locale === '' || locale === 'C.UTF-8' || /utf-?8/i.test(locale) || platform === 'win32',
  };
}

async function* linesOf(stdin: NodeJS.ReadStream, interrupted: AbortSignal): AsyncGenerator<string> {
  const { createInterface } = await import('node:readline');
  const lines = createInterface({ input: stdin, signal: interrupted, crlfDelay: Infinity });
  yield* lines;
  interrupted.throwIfAborted();
}

async function readLine(
  question: string,
  { stdin, stderr }: Pick<NodeJS.Process, 'stdin' | 'stderr'>,
  interrupted: AbortSignal,
): Promise<string> {
  const { createInterface } = await import('node:readline');
  const lines = createInterface({ input: stdin, output: stderr });
  try {
    return await new Promise((resolve) => {
      lines.once('close', () => resolve(''));
      // A terminal in raw mode sends Ctrl-C as a character.
      lines.once('SIGINT', () => process.kill(process.pid, 'SIGINT'));
      lines.question(question, { signal: interrupted }, resolve);
    });
  } finally {
    lines.close();
  }
}

/** The result, or the reason of the signal as soon as it aborts. */
async function until<Result>(signal: AbortSignal, work: Promise<Result>): Promise<Result> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason as Error);
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
