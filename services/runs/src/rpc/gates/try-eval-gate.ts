import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { tryGate } from '../../flows/gates/gate-trial.ts';
import { freezeSuite } from '../../flows/eval-runs/suites.ts';

const RUNS = 10;

export const tryEvalGate = ({ pool, suites }: Deps) =>
  handle(operations.tryEvalGate, async (_caller, { projectId, suiteId }, { gate, runs = RUNS }) => {
    const { gate: saved } = await freezeSuite(suites, projectId, suiteId);
    return tryGate(pool, { projectId, suiteId }, gate ?? saved, runs);
  });
