#!/usr/bin/env node
import { text } from 'node:stream/consumers';
import { isatty } from 'node:tty';
import { runCommand } from './run.ts';
import { exitCodes } from './exit-codes.ts';

const { stdout, stderr, stdin, env } = process;
// The reader of our output may close the pipe early.
for (const stream of [stdout, stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}
const interruption = new AbortController();
// The second Ctrl-C does not wait.
process.on('SIGINT', () => (interruption.signal.aborted ? process.exit(exitCodes.interrupted) : interruption.abort()));
process.on('SIGTERM', () => interruption.abort());

async function askLine(question: string, signal: AbortSignal): Promise<string> {
  const { createInterface } = await import('node:readline/promises');
  const lines = createInterface({ input: stdin, output: stderr });
  try {
    return await lines.question(question, { signal });
  } finally {
    lines.close();
  }
}

const isInteractive = { out: isatty(1), err: isatty(2), in: isatty(0) };
const mayColor = (env.NO_COLOR ?? '') === '' && env.TERM !== 'dumb';
const locale = env.LC_ALL || env.LC_CTYPE || env.LANG || '';

process.exitCode = await runCommand(process.argv.slice(2), {
  terminal: {
    out: (text) => void stdout.write(text),
    err: (text) => void stderr.write(text),
    read: () => text(stdin),
    ask: (question) => askLine(question, interruption.signal),
    isInteractive,
    columns: isInteractive.out ? stdout.columns : undefined,
    colors: { out: mayColor && isInteractive.out, err: mayColor && isInteractive.err },
    // A container often has no locale at all, and a log viewer shows UTF-8.
    isUnicode: locale === '' || locale === 'C.UTF-8' || /utf-?8/i.test(locale) || process.platform === 'win32',
  },
  env,
  folder: process.cwd(),
  interrupted: interruption.signal,
});
