import { resolve } from 'node:path';
import { CommandFailure } from '../../command-failure.ts';
import type { copyInput } from '../../commands/admin.ts';
import type { Action } from '../../declare/command.ts';
import { exitCodes } from '../../exit-codes.ts';
import { dataFolderOf } from './data-folder-of.ts';

const KUBERNETES =
  'An installation on Kubernetes: pg_dump or pg_restore with ADMIN_DATABASE_URL, its Secrets, and the bucket (docs/operations/back-up.md, docs/operations/recover.md).';

/** Copies the data folder into a new folder. */
export const backUp: Action<typeof copyInput> = async (context, { arguments: { folder }, options: { data } }) => {
  const [from, to] = [dataFolderOf(context, data), resolve(context.folder, folder)];
  const { backUpInstallation } = await import('@assay/local/operator/copy-installation');
  await backUpInstallation(from, to).catch(refuseCopy);
  context.terminal.out(`The backup is complete in ${to}.\n`);
};

/** Makes the data folder from a backup. */
export const restore: Action<typeof copyInput> = async (context, { arguments: { folder }, options: { data } }) => {
  const [from, to] = [resolve(context.folder, folder), dataFolderOf(context, data)];
  const { restoreInstallation } = await import('@assay/local/operator/copy-installation');
  await restoreInstallation(from, to).catch(refuseCopy);
  context.terminal.out(
    `${to} is restored. Sessions, keys and invitations that were revoked after the backup are valid again.\n`,
  );
};

function refuseCopy(error: unknown): never {
  throw new CommandFailure(exitCodes.misused, (error as Error).message, [KUBERNETES], error);
}
