import { resolve } from 'node:path';
import type { CommandContext } from '../../command-context.ts';
import { DATA_FOLDER } from '../../platform/operator-key.ts';

/** The data folder of a platform on this machine: of the option, else of the setting of `npm start`. */
export const dataFolderOf = (
  { folder, env }: Pick<CommandContext, 'folder' | 'env'>,
  data: string | undefined,
): string => resolve(folder, data ?? env.ASSAY_DATA_DIR ?? DATA_FOLDER);
