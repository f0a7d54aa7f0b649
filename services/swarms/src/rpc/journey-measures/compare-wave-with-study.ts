import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { compareWithStudy } from '../../flows/journey-measures/compare-with-study.ts';

export const compareWaveWithStudy = (deps: Deps) =>
  handle(operations.compareWaveWithStudy, (caller, { projectId, waveId }, { studyId, windowId, gradeSessions = 0 }) =>
    compareWithStudy(deps, caller, { projectId, waveId, studyId, windowId, gradeSessions }),
  );
