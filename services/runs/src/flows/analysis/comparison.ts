import type { EvalRunCompare } from '@assay/contract/areas/analysis/compare';
import { given } from '@assay/contract/given';
import { compareCases } from '@assay/grading/compare/compare-cases';
import { evaluationConfigHash } from '@assay/grading/compare/config-hash';
import { numericDiff } from '@assay/grading/compare/numeric-diff';
import { scorerChanges } from '@assay/grading/compare/scores';
import type { SideFacts } from '@assay/grading/compare/sides';
import { scoreIntegrity } from '@assay/grading/gate/gate-facts';
import type { Db } from '@assay/kit/postgres/db';
import { sidesOf } from '../../store/analysis/comparable-sides.ts';
import { configurationChange } from '../../domain/run-targets/run-configuration.ts';
import { runRecord } from '../../domain/eval-runs/run-record.ts';
import type { Run } from '../../domain/eval-runs/run.ts';
import { describeComparison } from '@assay/grading/words/comparison-words';
import { wordedComparison } from '../../domain/analysis/worded-comparison.ts';
import { withSurfaces } from '../../domain/analysis/surface-differences.ts';
import { findSurfaceDifferences } from './met-surfaces.ts';
import { listErrors } from '../../store/analysis/case-facts.ts';

/** A comparison without the suite's name, the origin of the baseline and pages; texts of errors are whole. */
export type ComparedRuns = Omit<EvalRunCompare, 'suite' | 'baseline' | 'nextCursor'>;

/** Compares a run with another of its suite, which reads all iterations of both. */
export async function compareRuns(db: Db, base: Run, compare: Run): Promise<ComparedRuns> {
  const [was, is] = await sidesOf(db, [base, compare]);
  const { reasons, statistics, cases } = compareCases(was, is);
  const surfaces = await findSurfaceDifferences(db, base, compare);
  const caseCounts = countBy(cases, ({ label }) => label);
  return {
    sentence: describeComparison(wordedComparison(base, compare, { caseCounts, surfaces })),
    caseCounts,
    baseRun: sideOf(base),
    compareRun: sideOf(compare),
    comparable: { holds: reasons.length === 0, reasons },
    configuration: withSurfaces(configurationChange(base, compare), surfaces),
    statistics,
    ...totalsOf(base, compare),
    scoreContract: scoreContractOf(was, is),
    cases: await withErrors(db, cases),
  };
}

const countBy = <T, K extends string>(all: readonly T[], keyOf: (each: T) => K): Partial<Record<K, number>> =>
  Object.fromEntries([...Map.groupBy(all, keyOf)].map(([key, of]) => [key, of.length])) as Partial<Record<K, number>>;

function sideOf(run: Run): EvalRunCompare['baseRun'] {
  const {
    id,
    runNumber,
    verdict: result,
    createdAt,
    completedAt,
    casesWithoutGrading,
    measurementUnit,
    summary: { total, passed, failed, passRate },
  } = runRecord(run);
  return {
    id,
    runNumber,
    result,
    createdAt,
    completedAt,
    ...given({ casesWithoutGrading }),
    measurementUnit,
    summary: {
      total,
      passed,
      failed,
      passRate,
    },
  };
}

/** Counts of iterations are not compared with counts of cases. */
function totalsOf(base: Run, compare: Run): Pick<ComparedRuns, 'passSummary' | 'metrics'> {
  const [was, is] = [runRecord(base), runRecord(compare)];
  const isSameUnit = was.measurementUnit === is.measurementUnit;
  const counted = (of: 'total' | 'passed' | 'failed') => unitDiff(isSameUnit, was.summary[of], is.summary[of]);
  return {
    passSummary: {
      passRatePercent: unitDiff(isSameUnit, was.summary.passRate * 100, is.summary.passRate * 100),
      total: counted('total'),
      passed: counted('passed'),
      failed: counted('failed'),
    },
    metrics: {
      wallDurationMs: numericDiff(durationOf(base), durationOf(compare)),
      totalTokens: numericDiff(was.usage?.totalTokens ?? null, is.usage?.totalTokens ?? null),
      estimatedCostUsd: {
        ...numericDiff(was.usage?.costUsd ?? null, is.usage?.costUsd ?? null),
        coverage: { base: coverageOf(base), compare: coverageOf(compare) },
      },
    },
  };
}

const unitDiff = (isSameUnit: boolean, base: number, compare: number) =>
  isSameUnit
    ? numericDiff(base, compare)
    : {
        base,
        compare,
        delta: null,
        percentDelta: null,
      };
const durationOf = ({ startedAt, completedAt }: Run) =>
  startedAt && completedAt ? completedAt.getTime() - startedAt.getTime() : null;
const coverageOf = ({ costed, metered }: Run) => ({ costed, total: metered });

function scoreContractOf(was: SideFacts, is: SideFacts): ComparedRuns['scoreContract'] {
  const [base, compare] = [scoreSideOf(was), scoreSideOf(is)];
  return {
    base,
    compare,
    evaluationConfigChanged: base.evaluationConfigHash !== compare.evaluationConfigHash,
    scorers: scorerChanges(was.cases, is.cases),
  };
}

function scoreSideOf(side: SideFacts): ComparedRuns['scoreContract']['base'] {
  const integrity = scoreIntegrity(side);
  const { scoredIterations, quarantinedIterations } = side;
  return {
    evaluationConfigHash: evaluationConfigHash(side.cases),
    scoreIntegrity: integrity === 'unknown' ? null : integrity,
    scoredIterations,
    quarantinedIterations,
  };
}

async function withErrors(db: Db, cases: ComparedRuns['cases']): Promise<ComparedRuns['cases']> {
  const shown = cases
    .flatMap(({ base, compare }) => [base.representativeIterationId, compare.representativeIterationId])
    .filter((id) => id !== null);
  const errors = await listErrors(db, shown);
  const told = <S extends ComparedRuns['cases'][number]['base']>(side: S): S => ({
    ...side,
    error: errors.get(side.representativeIterationId ?? '') ?? null,
  });
  return cases.map((each) => ({ ...each, base: told(each.base), compare: told(each.compare) }));
}
