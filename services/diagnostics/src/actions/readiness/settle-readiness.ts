import type { ReadinessReport } from '@assay/contract/areas/readiness/documents';
import { ReadinessEvidence } from '@assay/contract/areas/readiness/work';
import { compress } from '@assay/kit/compress';
import { oneByOne } from '@assay/work/queue/queued-work';
import { parser } from '@assay/kit/json/parse';
import type { Deps } from '../../deps.ts';
import {
  authModeOf,
  NO_OBSERVATIONS,
  type ReadinessOutcome,
  type StoredReadiness,
} from '../../domain/readiness/readiness-run.ts';
import { failedRun, isOver, type RunEnd } from '../../domain/directory-runs/directory-run.ts';
import { findingOf } from '../../domain/readiness/finding-of.ts';
import { recordSurface } from '../surfaces/record-surface.ts';
import { claimDirectoryRun, endDirectoryRun } from '../../store/directory-runs/directory-runs.ts';

const parse = parser(ReadinessEvidence);

/** Ends a readiness run with the grades of a runner's evidence, or with the cause of its failure. */
export const settleReadiness = (deps: Pick<Deps, 'pool' | 'log'>) =>
  oneByOne(async (tx, { id: runId, projectId, result }) => {
    const run = await claimDirectoryRun<StoredReadiness>(tx, 'readiness', { projectId, runId });
    if (!run || isOver(run)) return;
    if ('error' in result) return endDirectoryRun(tx, runId, failedRun(result.error));
    const evidence = evidenceIn(result.output);
    if (!evidence)
      return endDirectoryRun(
        tx,
        runId,
        failedRun({ code: 'INVALID_EVIDENCE', message: 'The runner answered with something that is not evidence.' }),
      );
    await endDirectoryRun(tx, runId, await graded(run, evidence));
    if (evidence.isWhole && evidence.surface)
      recordSurface(deps, { projectId, serverId: run.serverId }, evidence.surface);
  });

function evidenceIn(output: Buffer): ReadinessEvidence | undefined {
  try {
    return parse(output);
  } catch {
    return undefined;
  }
}

async function graded(run: StoredReadiness, evidence: ReadinessEvidence): Promise<RunEnd> {
  // The judges, and the rules of lint behind them, are loaded with the first report.
  const { gradeReadiness } = await import('../../domain/readiness/grade.ts');
  const { id: runId, variant: readinessKind, serverId, request } = run;
  const { requirements, ...short } = gradeReadiness(
    readinessKind,
    request.submissionMode,
    evidence,
    request.submissionFacts,
  );
  const outcome: ReadinessOutcome = {
    ...short,
    authMode: authModeOf(evidence),
    capabilities: Object.keys(evidence.surface?.capabilities ?? {}).toSorted(),
    sdkVersion: evidence.sdkVersion,
  };
  const { authMode: _authMode, capabilities: _capabilities, ...graded } = outcome;
  const report: ReadinessReport = {
    runId,
    readinessKind,
    serverId,
    serverUrl: request.serverUrl,
    submissionMode: request.submissionMode,
    ...graded,
    requirements,
    findings: requirements.map(findingOf),
    llmObservations: NO_OBSERVATIONS,
    generatedAt: Date.now(),
  };
  return { status: 'completed', outcome, report: await compress(JSON.stringify(report)) };
}
