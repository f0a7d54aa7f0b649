import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { countConfusions } from '../../store/analysis/tool-confusions.ts';

export const listToolConfusions = ({ pool }: Deps) =>
  handle(operations.listToolConfusions, (_caller, { projectId, serverId }) =>
    countConfusions(pool, projectId, serverId),
  );
