import type { InsightsBody } from '@assay/contract/areas/analysis/insights';
import type { Transcript } from '@assay/contract/areas/transcripts/documents';
import { given } from '@assay/contract/given';
import { findPatterns, type FindingCandidate } from '@assay/grading/findings/find';
import { lifecycleOf } from '@assay/grading/findings/lifecycle';
import { summaryOf } from '@assay/grading/findings/summary';
import { targetOf } from '@assay/grading/findings/target';
import type { Pool } from '@assay/kit/postgres/db';
import { unzipJson } from '@assay/transcripts/gzip';
import type { Run } from '../../domain/eval-runs/run.ts';
import { listFailingIterations } from '../../store/analysis/failing-iterations.ts';
import { findEarlier } from '../../store/analysis/earlier-findings.ts';
import {
  countTrials,
  listContrasts,
  listTranscripts,
  listGradeableCases,
  type TrialTotals,
} from '../../store/analysis/run-population.ts';

/** At most this many failing iterations are read; patterns show in fewer. */
const MAX_FAILING = 5_000;
/** Larger transcripts are not opened to look up a tool's declaration, in bytes, gzipped. */
const MAX_TRANSCRIPT = 2 * 1024 * 1024;
/** With fewer iterations a pattern may be chance. */
const FEW = 10;

/** Finds patterns in the failures of a finished run, from its stored rows. */
export async function findInsightsOf(pool: Pool, run: Run): Promise<InsightsBody> {
  const [totals, failing, contrasts, earlier, gradeableCases] = await Promise.all([
    countTrials(pool, run.id),
    listFailingIterations(pool, run.id, -1, MAX_FAILING),
    listContrasts(pool, run.id),
    findEarlier(pool, run.suiteId, run.runNumber),
    listGradeableCases(pool, run.id),
  ]);
  const { found, omittedFindings, omittedEvidence } = findPatterns({ failing, contrasts, attempted: totals.attempted });
  const { current, resolved } = lifecycleOf(await targeted(pool, run, found), earlier, new Set(gradeableCases));
  return {
    schemaVersion: 1,
    scope: { kind: 'eval_run', id: run.id, runId: run.id },
    retryable: false,
    error: null,
    generatedAt: Date.now(),
    summary: summaryOf(current, totals.failing, totals.attempted, resolved.length),
    coverage: {
      unit: 'iterations',
      analyzed: totals.attempted - (totals.failing - failing.length),
      total: run.total,
      gradedCount: totals.graded,
      feedbackCount: 0,
      truncated: failing.length < totals.failing,
      lowConfidence: totals.attempted < FEW,
    },
    findings: current,
    ...(resolved.length > 0 && { resolvedFindings: resolved }),
    runHealth: { targets: [healthOf(run, totals)] },
    truncation: {
      truncated: omittedFindings > 0 || failing.length < totals.failing,
      omittedFindings,
      omittedEvidence,
      contractTruncated: false,
    },
  };
}

/** Adds the tool's declaration to each finding about a tool, if its first iteration recorded one. */
async function targeted(
  pool: Pool,
  { spec: { servers } }: Run,
  found: FindingCandidate[],
): Promise<FindingCandidate['finding'][]> {
  const wanted = found
    .filter(({ pattern, toolName }) => pattern.surface && toolName !== undefined)
    .map(({ exemplar }) => exemplar);
  const stored = await listTranscripts(pool, wanted, MAX_TRANSCRIPT);
  const seen = new Map(
    await Promise.all(stored.map(async ({ id, transcript }) => [id, await unzipJson<Transcript>(transcript)] as const)),
  );
  const serverIds = servers.map(({ id }) => id);
  return found.map((each) => {
    const target = targetOf(each, seen.get(each.exemplar), serverIds);
    return { ...each.finding, ...given({ target }) };
  });
}

const healthOf = ({ spec }: Run, { attempted, passed, failing, rateLimited }: TrialTotals) => ({
  ...subjectOf(spec),
  attempted,
  succeeded: passed,
  failed: failing,
  rateLimited,
});

/** The environment of a run, or else its client. */
const subjectOf = ({ environment, client }: Run['spec']) =>
  environment
    ? {
        subjectKind: 'environment' as const,
        subjectId: environment.id,
        subjectLabel: environment.name ?? environment.id,
      }
    : { subjectKind: 'host' as const, subjectId: client.id ?? 'suite_default', subjectLabel: client.name };
