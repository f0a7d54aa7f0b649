import type { InsightsBody } from '@assay/contract/areas/analysis/insights';
import { sessionSummary } from '@assay/grading/findings/signal-finding';
import { openSessions } from '../journey-runs/run-report.ts';
import { ofTarget } from '../journey-runs/tally.ts';
import { journeyFindingsOf } from './journey-findings.ts';
import type { MeasuredSession, WaveRun, WaveSource, WaveTrouble } from './read-wave.ts';
import { foundTroubles, resolvedFindings, waveFindings, type EvidenceBySignal } from './wave-findings.ts';

/** At most this many findings are told with evidence. */
export const MAX_FINDINGS = 50;
/** With fewer sessions, a wave may say little. */
const FEW = 10;

/** The insights of a wave as the rules make them. `sessions` and `troubles` are of the source. */
export function waveInsightsOf(
  source: WaveSource,
  sessions: readonly MeasuredSession[],
  troubles: readonly WaveTrouble[],
  evidence: EvidenceBySignal,
  generatedAt: number,
): InsightsBody {
  const found = foundTroubles(troubles);
  const told = found.slice(0, MAX_FINDINGS);
  const findings = waveFindings(source, told, evidence);
  const resolved = resolvedFindings(source);
  const journeyFindings = journeyFindingsOf(source, sessions, troubles, evidence, generatedAt);
  const open = source.runs.reduce((sum, { tally }) => sum + openSessions(tally), 0);
  const { configured, graded } = journeyFindings.population;
  return {
    schemaVersion: 1,
    scope: { kind: 'swarm_wave', id: source.waveId },
    retryable: false,
    error: null,
    generatedAt,
    summary: `${open > 0 ? `The wave is under way: ${open} of ${configured} sessions are not over. ` : ''}${sessions.length === 0 ? 'No conversation ended.' : sessionSummary(sessions.length, findings, resolved.length)}`,
    coverage: {
      unit: 'sessions',
      analyzed: sessions.length,
      total: configured,
      gradedCount: graded,
      feedbackCount: 0,
      truncated: source.isCapped || open > 0,
      lowConfidence: sessions.length < FEW,
    },
    findings,
    ...(resolved.length > 0 && { resolvedFindings: resolved }),
    runHealth: { targets: healthOf(source.runs) },
    journeyFindings,
    truncation: {
      truncated: found.length > told.length || source.isCapped,
      omittedFindings: found.length - told.length,
      omittedEvidence: told.reduce(
        (sum, { signal, sessions: showing }) => sum + showing.length - (evidence.get(signal.fingerprint)?.length ?? 0),
        0,
      ),
      contractTruncated: false,
    },
  };
}

/** How the sessions with each target ended, over all runs of the wave. */
function healthOf(runs: readonly WaveRun[]): NonNullable<InsightsBody['runHealth']>['targets'] {
  const health = new Map<string, NonNullable<InsightsBody['runHealth']>['targets'][number]>();
  for (const { spec, tally } of runs)
    for (const [i, { targetId, environment, hostName }] of spec.targets.entries()) {
      const of = (lifecycle: string) => tally[ofTarget(i, `lifecycle/${lifecycle}`)] ?? 0;
      const [succeeded, failed, rateLimited] = [of('ran'), of('broke') + of('withdrawn'), of('limited')];
      const before = health.get(targetId);
      health.set(targetId, {
        subjectKind: environment ? 'environment' : 'host',
        subjectId: targetId,
        subjectLabel: environment?.name ?? hostName,
        attempted: (before?.attempted ?? 0) + succeeded + failed + rateLimited,
        succeeded: (before?.succeeded ?? 0) + succeeded,
        failed: (before?.failed ?? 0) + failed,
        rateLimited: (before?.rateLimited ?? 0) + rateLimited,
      });
    }
  return [...health.values()];
}
