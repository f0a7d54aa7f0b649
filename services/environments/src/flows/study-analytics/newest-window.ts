import type { InsightsBody } from '@assay/contract/areas/analysis/insights';
import { conflict, reasons } from '@assay/contract/problem';
import { listEvidence } from '@assay/findings/mining/signals';
import { listFindings } from '@assay/findings/mining/stored-findings';
import type { Pool } from '@assay/kit/postgres/db';
import type { MinedWeek } from '../../domain/study-analytics/mined-week.ts';
import { windowInsights } from '../../domain/study-analytics/window-insights.ts';
import type { StoredStudyFinding } from '../../domain/study-analytics/stored-finding.ts';
import { listWindows } from '../../store/study-analytics/study-windows.ts';

/** At most this many findings of a study are read at once, the ones that were seen last. */
const MANY = 500;

/** The newest window of a study in which sessions ended. CONFLICT while it was not mined. */
export async function newestWindow(pool: Pool, studyId: string): Promise<MinedWeek> {
  const [newest] = await listWindows(pool, studyId, 1);
  if (newest?.minedAt) return newest;
  throw conflict(
    newest
      ? 'The newest week of the study was not mined yet; ask again in a minute.'
      : 'No session of the study has ended yet, so there is no week to explain.',
    { reason: reasons.WINDOW_NOT_MINED },
  );
}

/** The insights of a mined window, as the rules make them. */
export async function insightsOfWindow(pool: Pool, studyId: string, window: MinedWeek): Promise<InsightsBody> {
  const findings = await listFindings<StoredStudyFinding>(pool, studyId, undefined, MANY);
  const evidence = await listEvidence(
    pool,
    { seriesId: studyId, windowId: window.id },
    findings.map(({ fingerprint }) => fingerprint),
  );
  const byFingerprint = Map.groupBy(evidence, ({ fingerprint }) => fingerprint);
  return windowInsights(studyId, window, findings, byFingerprint, Date.now());
}
