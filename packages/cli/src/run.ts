import { resolve } from 'node:path';
import type { CommandContext } from './command-context.ts';
import type { CommandHost } from './command-host.ts';
import { CommandFailure } from './command-failure.ts';
import type { CommandInput, Given } from './declare/command.ts';
import { exitCodes, type ExitCode } from './exit-codes.ts';
import { visibleText } from './output/visible-text.ts';
import { findCommand } from './parse/find-command.ts';
import { parseCommand } from './parse/parse-command.ts';
import type { DebugLog } from './platform/debug-log.ts';
import type { CalledPlatform } from './platform/explain-failure.ts';

/** Runs a command line, and tells its failure on standard error. */
export async function runCommand(args: readonly string[], host: CommandHost): Promise<ExitCode> {
  const known: Known = { called: undefined, debug: undefined };
  let exitCode: ExitCode;
  try {
    exitCode = await runFound(args, host, known);
  } catch (error) {
    exitCode = await tellFailure(error, host, known);
  }
  known.debug?.add(`exit ${exitCode}`);
  return exitCode;
}

/** The facts about a command that its failure tells. */
interface Known {
  called: CalledPlatform | undefined;
  debug: DebugLog | undefined;
}

async function runFound(args: readonly string[], host: CommandHost, known: Known): Promise<ExitCode> {
  if (args[0] === '--version' || args[0] === '-V') {
    const { VERSION } = await import('./version.ts');
    host.terminal.out(`assay ${VERSION}\n`);
    return exitCodes.passed;
  }
  const found = await findCommand(args);
  const isHelp = beforeRest(found.words).some((word) => word === '--help' || word === '-h');
  if (!('command' in found)) {
    const { printNounHelp, printOverview } = await import('./parse/print-help.ts');
    const { noun, commands, words } = found;
    host.terminal.out(noun === undefined ? printOverview(words.includes('--all')) : printNounHelp(noun, commands));
    if (noun === undefined) await tellSignedOut(host);
    return exitCodes.passed;
  }
  const { command, words } = found;
  if (isHelp) {
    const { printHelp } = await import('./parse/print-help.ts');
    host.terminal.out(printHelp(command));
    return exitCodes.passed;
  }
  const given = parseCommand(command, words);
  if (given.options.debug !== undefined) {
    const { DebugLog: Log } = await import('./platform/debug-log.ts');
    known.debug = new Log(resolve(host.folder, given.options.debug), command.words);
  }
  const action = await command.load();
  return (await action(contextOf(host, command.input, given, known), given)) ?? exitCodes.passed;
}

/** The words of the command itself, without the words of a command that it starts. */
const beforeRest = (words: readonly string[]): readonly string[] =>
  words.includes('--') ? words.slice(0, words.indexOf('--')) : words;

/** Tells a person without a login how to go on. A faulty file of logins is told by the commands that need it. */
async function tellSignedOut({ env, terminal }: CommandHost): Promise<void> {
  if (env.ASSAY_API_KEY || !terminal.isInteractive.err) return;
  const { StoredLogins } = await import('./platform/stored-logins.ts');
  const login = await new StoredLogins(env).find().catch(() => undefined);
  if (!login) terminal.err('\nNot signed in. assay login, or assay test, which needs no platform.\n');
}

function contextOf(host: CommandHost, { needs }: CommandInput, given: Given, known: Known): CommandContext {
  const { quiet, utc, yes, noColor } = given.options;
  const { debug } = known;
  const open = async () => {
    const { connectPlatform } = await import('./platform/connect-platform.ts');
    const asOperator = needs === 'operator';
    return connectPlatform(
      host,
      { ...given.options, asOperator },
      { debug, tell: (called) => void (known.called = called) },
    );
  };
  let platform: ReturnType<typeof open> | undefined;
  return {
    ...host,
    terminal: noColor ? { ...host.terminal, colors: { out: false, err: false } } : host.terminal,
    isQuiet: quiet,
    usesUtc: utc,
    isConfirmed: yes,
    debug,
    platform: () => (platform ??= open()),
  };
}

/** Tells an error in the one form of errors: what happened, then what to type. Its stack goes to the file of `--debug`. */
async function tellFailure(error: unknown, { terminal, interrupted }: CommandHost, known: Known): Promise<ExitCode> {
  known.debug?.addError(error);
  if (interrupted.aborted) return exitCodes.interrupted;
  const failure = error instanceof CommandFailure ? error : await explained(error, known);
  const lines = [`assay: ${failure.message}`, ...failure.hints.map((hint) => `  ${hint}`)];
  terminal.err(`${lines.map((line) => visibleText(line, { keepsLines: true })).join('\n')}\n`);
  return failure.exitCode;
}

/** A failure of the client in words, or the one sentence about a defect of the command itself. */
async function explained(error: unknown, { called, debug }: Known): Promise<CommandFailure> {
  const { explainFailure } = await import('./platform/explain-failure.ts');
  const told = explainFailure(error, called);
  if (told instanceof CommandFailure) return told;
  const { message } = error instanceof Error ? error : new Error(String(error));
  const where = debug
    ? `Where it happened is in ${debug.path}`
    : 'The same command with --debug assay.log writes where';
  return new CommandFailure(exitCodes.undecided, `unexpected error: ${message.split('\n', 1)[0]}`, [where], error);
}
