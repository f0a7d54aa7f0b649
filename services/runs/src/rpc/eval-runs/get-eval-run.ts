import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { shownRun } from '../../flows/eval-runs/shown-run.ts';

export const getEvalRun = ({ pool }: Deps) =>
  handle(operations.getEvalRun, async (_caller, target, query) => {
    const shown = await shownRun(pool, target, query);
    if (!shown) throw notFound('run');
    return shown;
  });
