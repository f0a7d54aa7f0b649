import { once } from 'node:events';
import { hostname } from 'node:os';
import { UsageError } from '../../command-failure.ts';
import type { CommandContext } from '../../command-context.ts';
import type { runnerStartInput } from '../../commands/runner.ts';
import type { Action } from '../../declare/command.ts';
import { exitCodes } from '../../exit-codes.ts';

/** Runs a runner until Ctrl-C. */
export const startRunner: Action<typeof runnerStartInput> = async (context, { options }) => {
  const { terminal, env, interrupted, isQuiet } = context;
  const { allow, label, name = env.RUNNER_NAME ?? hostname() } = options;
  const address = options.address ?? env.PLATFORM_ADDRESS;
  if (!address)
    throw new UsageError('which platform? A runner needs the address that it accepts runners at.', [
      'assay runner start --address <host:port> < token-file',
    ]);
  const token = await readToken(context, allow.length > 0);
  const { startOutboundRunner } = await import('@assay/local/runner/start-outbound-runner');
  const settings = {
    ...env,
    RUNNER_TOKEN: token,
    PLATFORM_ADDRESS: address,
    RUNNER_NAME: name,
    ...(label.length > 0 && { RUNNER_LABELS: label.join(',') }),
    ...(allow.length > 0 && { RUNNER_ALLOWED_COMMANDS: allow.join(',') }),
  };
  const runner = started(() => startOutboundRunner(settings));
  try {
    if (!isQuiet) terminal.err(`Runner ${name} takes work from ${address}. Ctrl-C ends it.\n`);
    if (!interrupted.aborted) await once(interrupted, 'abort');
  } finally {
    await runner.stop();
  }
  return exitCodes.interrupted;
};

async function readToken({ terminal, env }: CommandContext, startsCommands: boolean): Promise<string> {
  if (env.RUNNER_TOKEN) {
    if (!startsCommands) return env.RUNNER_TOKEN.trim();
    throw new UsageError('with --allow the token comes from standard input: commands can read RUNNER_TOKEN.', [
      'env -u RUNNER_TOKEN assay runner start --allow … < token-file',
    ]);
  }
  const token = terminal.isInteractive.in ? '' : (await terminal.read()).trim();
  if (token === '') throw new UsageError('standard input holds no token.', ['assay runner start … < token-file']);
  return token;
}

/** The runner; a setting that it refuses is a misuse. */
function started<Runner>(start: () => Runner): Runner {
  try {
    return start();
  } catch (error) {
    const { name, faults } = error as Error & { faults?: string[] };
    if (name === 'ConfigError' && faults) throw new UsageError(`the runner cannot start: ${faults.join('; ')}`);
    throw error;
  }
}
