import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { harnessTools } from '../../domain/clients/harness-tools.ts';

export const listHarnessBuiltinTools = (_deps: Deps) =>
  handle(operations.listHarnessBuiltinTools, async (_caller, { harnessId }) => {
    const tools = harnessTools.get(harnessId);
    if (!tools) throw notFound('harness', { known: [...harnessTools.keys()] });
    return { items: [...tools] };
  });
