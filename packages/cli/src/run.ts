import type { CommandContext } from './command-context.ts';
import type { CommandHost } from './command-host.ts';
import { CommandFailure } from './command-failure.ts';
import type { Given } from './declare/command.ts';
import { exitCodes, type ExitCode } from './exit-codes.ts';
import { findCommand } from './parse/find-command.ts';
import { parseCommand } from './parse/parse-command.ts';

/** Runs a command line, and tells its failure on standard error. */
export async function runCommand(args: readonly string[], host: CommandHost): Promise<ExitCode> {
  const opened: OpenedPlatform = { url: undefined };
  try {
    return await runFound(args, host, opened);
  } catch (error) {
    return tellFailure(error, host, opened);
  }
}

/** The address of the platform, once the command has opened it. */
interface OpenedPlatform {
  url: string | undefined;
}

async function runFound(args: readonly string[], host: CommandHost, opened: OpenedPlatform): Promise<ExitCode> {
  const found = await findCommand(args);
  const isHelp = beforeRest(found.words).some((word) => word === '--help' || word === '-h');
  if (!('command' in found)) {
    const { printNounHelp, printOverview } = await import('./parse/print-help.ts');
    const { noun, commands, words } = found;
    host.terminal.out(noun === undefined ? printOverview(words.includes('--all')) : printNounHelp(noun, commands));
    return exitCodes.passed;
  }
  const { command, words } = found;
  if (isHelp) {
    const { printHelp } = await import('./parse/print-help.ts');
    host.terminal.out(printHelp(command));
    return exitCodes.passed;
  }
  const given = parseCommand(command, words);
  const action = await command.load();
  return (await action(contextOf(host, given, opened), given)) ?? exitCodes.passed;
}

/** The words of the command itself, without the words of a command that it starts. */
const beforeRest = (words: readonly string[]): readonly string[] =>
  words.includes('--') ? words.slice(0, words.indexOf('--')) : words;

function contextOf(host: CommandHost, given: Given, opened: OpenedPlatform): CommandContext {
  const { quiet, utc, yes, noColor } = given.options;
  const open = async () => {
    const { openPlatform } = await import('./platform/open-platform.ts');
    const platform = await openPlatform(host, given.options);
    opened.url = platform.url;
    return platform;
  };
  let platform: ReturnType<typeof open> | undefined;
  return {
    ...host,
    terminal: noColor ? { ...host.terminal, colors: { out: false, err: false } } : host.terminal,
    isQuiet: quiet,
    usesUtc: utc,
    isConfirmed: yes,
    platform: () => (platform ??= open()),
  };
}

/** Tells an error in the one form of errors: what happened, then what to type. */
async function tellFailure(
  error: unknown,
  { terminal, interrupted }: CommandHost,
  opened: OpenedPlatform,
): Promise<ExitCode> {
  if (interrupted.aborted) return exitCodes.interrupted;
  const failure = error instanceof CommandFailure ? error : await explained(error, opened);
  const { visibleText } = await import('./output/visible-text.ts');
  const told = `assay: ${failure.message}\n${failure.hints.map((hint) => `  ${hint}\n`).join('')}`;
  terminal.err(visibleText(told, { keepsLines: true }));
  return failure.exitCode;
}

/** A failure of the client in words. A defect of the command itself is thrown. */
async function explained(error: unknown, { url }: OpenedPlatform): Promise<CommandFailure> {
  const { explainFailure } = await import('./platform/explain-failure.ts');
  const told = explainFailure(error, url ?? 'of the platform');
  if (told instanceof CommandFailure) return told;
  throw error;
}
