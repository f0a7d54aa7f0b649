import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { configurationItems, describeConfiguration } from '../../domain/run-targets/configuration-items.ts';
import { askedBaseline } from '../../flows/analysis/asked-baseline.ts';
import { findConfiguredRuns } from '../../flows/analysis/configured-runs.ts';
import { findSurfaceDifferences } from '../../flows/analysis/met-surfaces.ts';
import { findRun } from '../../store/eval-runs/runs.ts';

export const getEvalRunConfiguration = ({ pool }: Deps) =>
  handle(operations.getEvalRunConfiguration, async (_caller, { projectId, runId }, query) => {
    const run = await findRun(pool, projectId, runId);
    if (!run) throw notFound('run');
    const { base } = await askedBaseline(pool, run, query);
    const [own, beside] = await findConfiguredRuns(pool, base ? [run, base] : [run]);
    const surfaces = base ? await findSurfaceDifferences(pool, base, run) : [];
    const items = configurationItems(own!, beside);
    return {
      run: { id: run.id, runNumber: run.runNumber },
      base: base ? { id: base.id, runNumber: base.runNumber } : null,
      ...describeConfiguration(items, surfaces, base ?? null),
      items,
      surfaces,
    };
  });
