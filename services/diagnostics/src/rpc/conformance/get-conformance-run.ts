import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { conformanceRun, type StoredConformance } from '../../domain/conformance/conformance-run.ts';
import { findDirectoryRun } from '../../store/directory-runs/directory-runs.ts';

export const getConformanceRun = ({ pool }: Deps) =>
  handle(operations.getConformanceRun, async (_caller, target) => {
    const run = await findDirectoryRun<StoredConformance>(pool, 'conformance', target);
    if (!run) throw notFound('conformance run');
    return conformanceRun(run);
  });
