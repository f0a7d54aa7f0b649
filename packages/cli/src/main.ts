#!/usr/bin/env node
import { runCommand } from './run.ts';
import { exitCodes } from './exit-codes.ts';
import { processTerminal } from './process-terminal.ts';

const interruption = new AbortController();
// The second Ctrl-C does not wait.
process.on('SIGINT', () => (interruption.signal.aborted ? process.exit(exitCodes.interrupted) : interruption.abort()));
process.on('SIGTERM', () => interruption.abort());

process.exitCode = await runCommand(process.argv.slice(2), {
  terminal: processTerminal(process, interruption.signal),
  env: process.env,
  folder: process.cwd(),
  interrupted: interruption.signal,
});
// Sockets and timers of calls that were given up keep a process alive.
if (interruption.signal.aborted) process.exit();
