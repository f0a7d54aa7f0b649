import type { InsightsBody } from '@assay/contract/areas/analysis/insights';
import { conflict, reasons } from '@assay/contract/problem';
import type { Pool } from '@assay/kit/postgres/db';
import type { MinedWindow } from '../../domain/study-analytics/mined-window.ts';
import { windowInsights } from '../../domain/study-analytics/window-insights.ts';
import { listStudyFindings } from '../../store/study-analytics/study-findings.ts';
import { listWindowEvidence } from '../../store/study-analytics/study-insights.ts';
import { listWindows } from '../../store/study-analytics/study-windows.ts';

/** The newest window of a study in which sessions ended. CONFLICT while it was not mined. */
export async function newestWindow(pool: Pool, studyId: string): Promise<MinedWindow> {
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
export async function insightsOfWindow(pool: Pool, studyId: string, window: MinedWindow): Promise<InsightsBody> {
  const findings = await listStudyFindings(pool, studyId);
  const evidence = await listWindowEvidence(
    pool,
    studyId,
    window.id,
    findings.map(({ fingerprint }) => fingerprint),
  );
  return windowInsights(studyId, window, findings, evidence, Date.now());
}
