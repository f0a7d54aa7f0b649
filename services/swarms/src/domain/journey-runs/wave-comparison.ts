import type { CompareWaves, WaveComparison } from '@assay/contract/areas/journey-runs/wave-comparison';
import type { Fault } from '@assay/contract/fault';
import { noiseOf, type NoiseVerdict } from '@assay/grading/compare/noise';
import { standardisedCounts } from '@assay/grading/compare/pass-rates';
import { measuredShare } from '@assay/grading/measures/measured-rate';
import { overlappingInterval, pairCount, type PairedCounts, type TwoSides } from '@assay/grading/statistics/newcombe';
import type { StoredRun } from './run.ts';
import { trialCounts } from './run-report.ts';

/** With fewer graded sessions on a side nothing is concluded. */
export const FEWEST_GRADED = 5;

type Compared = Pick<WaveComparison, 'baseline' | 'wave' | 'difference' | 'method' | 'pairs' | 'conclusion'>;
type ComparedRun = Pick<StoredRun, 'id' | 'journeyId' | 'spec' | 'tally'>;

/** The fault of the sides that a request names. */
export function comparisonFault(
  waveId: string,
  { baselineWaveId, baselineTargetId, targetId }: CompareWaves,
): Fault | undefined {
  if ((baselineTargetId === undefined) !== (targetId === undefined))
    return {
      path: targetId === undefined ? '/targetId' : '/baselineTargetId',
      message: 'is missing: two targets are compared',
    };
  const isSameWave = (baselineWaveId ?? waveId) === waveId;
  if (targetId === undefined && isSameWave)
    return { path: '/baselineWaveId', message: 'must name another wave, unless two targets are named' };
  if (targetId === baselineTargetId && isSameWave)
    return { path: '/baselineTargetId', message: 'must name another target, or another wave' };
  return undefined;
}

/** One side of a comparison: the runs of a wave, or their sessions with one target. */
export interface ComparedSide {
  runs: readonly ComparedRun[];
  targetId?: string | undefined;
}

/** The sessions of a run with one target: they stand together, from this position. */
export interface TargetSessions {
  runId: string;
  firstPosition: number;
  count: number;
}

/** A journey with one of its targets, over all runs of a side. */
interface Cell {
  journeyId: string;
  journeyName: string;
  targetId: string;
  targetName: string;
  passed: number;
  failed: number;
  sessions: TargetSessions[];
}

/** The cells that both sides have, and the numbers of cells that one side has alone. */
export interface SharedCells {
  cells: { old: Cell; now: Cell }[];
  leftOut: { baseline: number; wave: number };
}

/** Two runs of a cell, one of each side, whose sessions with the same seed are pairs. */
export interface PairedRuns {
  /** The place of the cell. */
  cell: number;
  old: TargetSessions;
  now: TargetSessions;
}

/** The journeys and targets that both sides have; of one target on each side, the journeys. */
export function sharedCells(baseline: ComparedSide, wave: ComparedSide): SharedCells {
  const [old, now] = [cellsOf(baseline), cellsOf(wave)];
  const both = [...now.keys()].filter((key) => old.has(key));
  return {
    cells: both.map((key) => ({ old: old.get(key)!, now: now.get(key)! })),
    leftOut: { baseline: old.size - both.length, wave: now.size - both.length },
  };
}

function cellsOf({ runs, targetId: only }: ComparedSide): Map<string, Cell> {
  const cells = new Map<string, Cell>();
  for (const { id: runId, journeyId, spec, tally } of runs)
    spec.targets.forEach(({ targetId, hostName, environment }, i) => {
      if (only !== undefined && targetId !== only) return;
      const key = only === undefined ? `${journeyId} ${targetId}` : journeyId;
      const { passed, failed } = trialCounts(tally, i, spec.sessionsPerTarget);
      const before = cells.get(key) ?? { passed: 0, failed: 0, sessions: [] };
      const count = spec.sessionsPerTarget;
      cells.set(key, {
        journeyId,
        journeyName: spec.journeyName,
        targetId,
        targetName: environment?.name ?? hostName,
        passed: before.passed + passed,
        failed: before.failed + failed,
        sessions: [...before.sessions, { runId, firstPosition: i * count, count }],
      });
    });
  return cells;
}

/** The runs whose sessions may be pairs: of each cell the first run with the first one, and so on. */
export const pairedRuns = ({ cells }: SharedCells): PairedRuns[] =>
  cells.flatMap(({ old, now }, cell) =>
    now.sessions.slice(0, old.sessions.length).map((sessions, i) => ({ cell, old: old.sessions[i]!, now: sessions })),
  );

const NO_PAIRS: PairedCounts = { bothPassed: 0, onlyOld: 0, onlyNew: 0, bothFailed: 0 };

/**
 * Compares the graded sessions of two sides, cell by cell and over all cells; only what both sides have counts, so that
 * they differ in nothing else that is known.
 */
export function comparedCells(
  { cells, leftOut }: SharedCells,
  pairs: ReadonlyMap<number, PairedCounts>,
): Omit<WaveComparison, 'projectId' | 'waveId' | 'baselineWaveId'> {
  const contrasts = cells.map(({ old, now }, i) => ({
    old: { passed: old.passed, trials: old.passed + old.failed },
    now: { passed: now.passed, trials: now.passed + now.failed },
    pairs: pairs.get(i) ?? NO_PAIRS,
  }));
  const noise = noiseOf(contrasts.map((each) => (isEnough(each) ? each : undefined)));
  return {
    ...comparedWhole(contrasts),
    cells: cells.map(({ now: { journeyId, journeyName, targetId, targetName } }, i) => ({
      journeyId,
      journeyName,
      targetId,
      targetName,
      ...shown(contrasts[i]!, contrasts[i]!, noise[i]!),
    })),
    leftOut,
  };
}

type Contrast = Required<TwoSides> & { pairs: PairedCounts };

const isEnough = ({ old, now }: TwoSides): boolean => Math.min(old.trials, now.trials) >= FEWEST_GRADED;

/** All cells together; a cell counts where it has graded sessions on both sides. */
function comparedWhole(contrasts: readonly Contrast[]): Compared {
  const both = contrasts.filter(({ old, now }) => old.trials > 0 && now.trials > 0);
  const sumOf = (of: (each: Contrast) => number) => both.reduce((sum, each) => sum + of(each), 0);
  const side = (of: 'old' | 'now') => ({
    passed: sumOf((each) => each[of].passed),
    trials: sumOf((each) => each[of].trials),
  });
  const pairs: PairedCounts = {
    bothPassed: sumOf((each) => each.pairs.bothPassed),
    onlyOld: sumOf((each) => each.pairs.onlyOld),
    onlyNew: sumOf((each) => each.pairs.onlyNew),
    bothFailed: sumOf((each) => each.pairs.bothFailed),
  };
  const outcomes = ({ passed, trials }: TwoSides['old']) => ({ passed, failed: trials - passed });
  const standardised = {
    ...standardisedCounts(both.map(({ old, now }) => ({ base: outcomes(old), compare: outcomes(now) }))),
    pairs,
  };
  const [noise] = noiseOf([isEnough(standardised) ? standardised : undefined]);
  return shown({ old: side('old'), now: side('now'), pairs }, standardised, noise!);
}

const CONCLUSIONS: Record<NoiseVerdict, Compared['conclusion']> = {
  improvement: 'better',
  regression: 'worse',
  withinNoise: 'undecided',
  notComparable: 'undecided',
};

/** `counted` are the sessions; `weighed` are those with the same weight of each cell on both sides. */
function shown(counted: Contrast, weighed: Contrast, noise: NoiseVerdict): Compared {
  const { old, now, pairs } = counted;
  const interval = overlappingInterval(weighed);
  const rate = ({ passed, trials }: TwoSides['old']) => passed / trials;
  return {
    baseline: measuredShare(old.passed, old.trials),
    wave: measuredShare(now.passed, now.trials),
    difference: interval && { delta: rate(weighed.now) - rate(weighed.old), ...interval },
    method: methodOf(counted),
    pairs: {
      total: pairCount(pairs),
      bothPassed: pairs.bothPassed,
      onlyBaseline: pairs.onlyOld,
      onlyWave: pairs.onlyNew,
      bothFailed: pairs.bothFailed,
    },
    conclusion: CONCLUSIONS[noise],
  };
}

function methodOf({ old, now, pairs }: Contrast): Compared['method'] {
  const total = pairCount(pairs);
  if (total === 0) return 'unpaired';
  return total >= Math.max(old.trials, now.trials) ? 'paired' : 'partlyPaired';
}
