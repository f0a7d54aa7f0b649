import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { toPlugin } from '../../domain/plugins/plugin-record.ts';
import { listPlugins } from '../../store/plugins/plugins.ts';

export const listProjectPlugins = ({ pool }: Deps) =>
  handle(operations.listProjectPlugins, async (_caller, { projectId }) => ({
    items: (await listPlugins(pool, projectId)).map(toPlugin),
  }));
