import type { CommandContext } from '../command-context.ts';
import { UsageError } from '../command-failure.ts';
import { CommandFailure } from '../command-failure.ts';
import { exitCodes } from '../exit-codes.ts';

/**
 * Asks a person to confirm what cannot be taken back; `--yes` answers it. Throws UsageError where no person is there, and
 * CommandFailure when the answer is not yes.
 */
export async function confirm(
  { terminal, isConfirmed }: Pick<CommandContext, 'terminal' | 'isConfirmed'>,
  question: string,
): Promise<void> {
  if (isConfirmed) return;
  if (!terminal.isInteractive.in || !terminal.isInteractive.err)
    throw new UsageError(`no person is there to confirm: ${question}`, ['--yes answers it.']);
  const answer = await terminal.ask(`${question} [y/N] `);
  if (!/^y(es)?$/i.test(answer.trim())) throw new CommandFailure(exitCodes.misused, 'nothing was done.');
}
