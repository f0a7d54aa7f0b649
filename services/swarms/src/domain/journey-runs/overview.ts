import type { SwarmOverview } from '@assay/contract/areas/journey-runs/overview';
import { wilsonInterval } from '@assay/grading/statistics/wilson';
import { openSessions } from './run-report.ts';
import type { StoredRun } from './run.ts';
import { summaryOf } from './run-view.ts';
import { ofCriterion } from './tally.ts';

/** A run with its journey as it is now. */
export type OverviewRun = StoredRun & { journeyName: string; isJourneyArchived: boolean };

/** Runs of an overview at most. */
export const OVERVIEW_RUNS = 50;
const DAY_MS = 24 * 60 * 60_000;

/** The overview of the newest runs of a project, newest first. */
export function overviewOf(runs: readonly OverviewRun[]): SwarmOverview {
  const graded = runs.map((run) => ({ run, ...gradedIn(run) })).filter(({ gradedCount }) => gradedCount > 0);
  const days = Map.groupBy(graded, ({ run }) => Math.floor(run.createdAt.getTime() / DAY_MS) * DAY_MS);
  const [gradedCount, passedCount] = [sumOf(graded, 'gradedCount'), sumOf(graded, 'passedCount')];
  return {
    runs: runs.map((run, i) => shownRun(run, runs.slice(i))),
    runsConsidered: runs.length,
    goalCompletion: {
      gradedCount,
      passedCount,
      passRate: gradedCount === 0 ? null : passedCount / gradedCount,
      interval: wilsonInterval(passedCount, gradedCount),
      runsWithGrades: graded.length,
      trend: [...days]
        .sort(([a], [b]) => a - b)
        .map(([dayStartMs, ofDay]) => {
          const [all, passed] = [sumOf(ofDay, 'gradedCount'), sumOf(ofDay, 'passedCount')];
          return {
            dayStartMs,
            gradedCount: all,
            passedCount: passed,
            passRate: passed / all,
            interval: wilsonInterval(passed, all)!,
          };
        }),
    },
  };
}

interface Graded {
  gradedCount: number;
  passedCount: number;
}

const sumOf = (all: readonly Graded[], name: keyof Graded): number => all.reduce((sum, each) => sum + each[name], 0);

function gradedIn({ tally }: StoredRun): Graded {
  const passedCount = tally['verdict/passed'] ?? 0;
  return { passedCount, gradedCount: passedCount + (tally['verdict/failed'] ?? 0) };
}

const failuresOf = ({ tally }: StoredRun, criterionId: string): number =>
  tally[ofCriterion(criterionId, 'failed')] ?? 0;

/** `andBefore` is the run and the runs before it, newest first. */
function shownRun(run: OverviewRun, andBefore: readonly OverviewRun[]): SwarmOverview['runs'][number] {
  const { spec, tally, journeyId } = run;
  const count = (name: string) => tally[name] ?? 0;
  const ofJourney = andBefore.filter((each) => each.journeyId === journeyId);
  const streakOf = (id: string) => {
    const end = ofJourney.findIndex((each) => failuresOf(each, id) === 0);
    return end < 0 ? ofJourney.length : end;
  };
  return {
    runId: run.id,
    journeyId,
    journeyName: run.journeyName,
    journeyArchived: run.isJourneyArchived,
    personaName: spec.persona.name,
    status: run.status,
    waveId: run.waveId,
    summary: summaryOf(run),
    goalCompletion: spec.rubric
      ? {
          ...gradedIn(run),
          avgScore: null,
          pendingCount: count('grading/queued') + count('grading/running') + openSessions(tally),
          failedCount: count('verdict/inconclusive'),
        }
      : null,
    findings: (spec.rubric?.criteria ?? [])
      .filter(({ id }) => failuresOf(run, id) > 0)
      .map(({ id, label, kind }) => ({
        criterionId: id,
        label,
        kind,
        failCount: failuresOf(run, id),
        pendingCount: count(ofCriterion(id, 'pending')),
        failedGradingCount: count(ofCriterion(id, 'error')),
        sessionsGraded: count('graded'),
        runStreak: streakOf(id),
      })),
    targets: spec.targets.map(({ hostName, modelId, environment }) => ({
      hostName,
      modelId,
      ...(environment?.name && { environmentName: environment.name }),
    })),
    createdAt: run.createdAt.getTime(),
  };
}
