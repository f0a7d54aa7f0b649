import type { ReadinessTask } from '@assay/contract/areas/readiness/work';
import { keptJson } from '@assay/kit/json/kept-json';
import { NotForUs, type WorkFunction } from '@assay/work/runner/within-time';
import { subjectOf, type SubjectDeps } from '../../reach/sessions/subject-of.ts';
import { gatherEvidence } from './gather-evidence.ts';

/** Handles work items of kind `readiness`: gathers evidence about a server for the platform to grade. */
export const readinessHandler =
  (deps: SubjectDeps): WorkFunction =>
  async (item, { signal }) => {
    const task = JSON.parse(item.task.toString()) as ReadinessTask;
    if ((task.version as number) !== 1) throw new NotForUs();
    const { server, subject } = await subjectOf(deps, item, task.server, signal);
    return Buffer.from(keptJson(await gatherEvidence(subject, server)));
  };
