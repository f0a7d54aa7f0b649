import { resolve } from 'node:path';
import type { CommandContext } from '../../command-context.ts';
import { CommandFailure } from '../../command-failure.ts';
import type { copyInput } from '../../commands/admin.ts';
import type { Action } from '../../declare/command.ts';
import { exitCodes } from '../../exit-codes.ts';
import { dataFolderOf } from './data-folder-of.ts';

const KUBERNETES =
  'An installation on Kubernetes: pg_dump or pg_restore with ADMIN_DATABASE_URL, its Secrets, and the bucket (docs/operations/back-up.md, docs/operations/recover.md).';

/** Copies the data folder into a new folder. */
export const backUp: Action<typeof copyInput> = async (context, { arguments: { folder }, options: { data } }) => {
  const to = resolve(context.folder, folder);
  await copy(dataFolderOf(context, data), to);
  context.terminal.out(`The backup is complete in ${to}.\n`);
};

/** Makes the data folder from a backup. */
export const restore: Action<typeof copyInput> = async (context, { arguments: { folder }, options: { data } }) => {
  const to = dataFolderOf(context, data);
  await copy(resolve(context.folder, folder), to);
  tellStart(context, to);
};

async function copy(from: string, to: string): Promise<void> {
  const { copyInstallation } = await import('@assay/local/operator/copy-installation');
  await copyInstallation(from, to).catch((error: unknown) => {
    throw new CommandFailure(exitCodes.misused, (error as Error).message, [KUBERNETES], error);
  });
}

const tellStart = ({ terminal }: CommandContext, to: string): void =>
  terminal.out(
    `${to} is restored. Sessions, keys and invitations that were revoked after the backup are valid again.\n`,
  );
