import { CommandFailure } from '../../command-failure.ts';
import type { rekeyInput } from '../../commands/admin.ts';
import type { Action } from '../../declare/command.ts';
import { exitCodes, type ExitCode } from '../../exit-codes.ts';
import { dataFolderOf } from './data-folder-of.ts';

/** Gives a data folder a new key-encryption key. */
export const rekey: Action<typeof rekeyInput> = async (context, { options: { data } }): Promise<ExitCode> => {
  const { terminal } = context;
  const { rekeyInstallation } = await import('@assay/local/operator/rekey-installation');
  const done = await rekeyInstallation(dataFolderOf(context, data)).catch((error: unknown) => {
    throw new CommandFailure(
      exitCodes.misused,
      (error as Error).message,
      ['An installation on Kubernetes: the command rekey of the migrate image (docs/operations/security.md#rotation).'],
      error,
    );
  });
  const sum = (of: 'rewrapped' | 'unreadable') => done.reduce((total, each) => total + each[of], 0);
  const unreadable = sum('unreadable');
  terminal.out(`${sum('rewrapped')} stored credentials are under the new key.\n`);
  if (unreadable === 0) return exitCodes.passed;
  terminal.out(
    `${unreadable} open with none of the keys, and all keys are kept: restore the key of them, and repeat.\n`,
  );
  return exitCodes.failed;
};
