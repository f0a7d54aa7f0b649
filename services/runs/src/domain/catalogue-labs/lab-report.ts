import type { LabPoint, LabReport, LabVariant } from '@assay/contract/areas/catalogue-labs/report';
import { comparedPairs, type GradedPair } from './compared-pairs.ts';
import { confusedPairs, confusionRows, countConfused } from './confused-pairs.ts';
import { trialAt, variantsOf } from './lab.ts';
import { placeOfTool, placesByName } from './lab-tools.ts';
import type { PlacedTrial, ReportedLab } from './placed-trial.ts';
import { taskRate } from './task-rate.ts';
import { gradedAnswer, type TrialResult } from './trial-result.ts';

/** With fewer tasks nothing is concluded. */
export const FEWEST_TASKS = 5;
/** The chance of a false alarm that comparisons of one kind share. */
const ALPHA = 0.05;

/** The report of a lab that is over, from the trials that were made. */
export function labReport({ spec, tasks, tools, answers }: ReportedLab): LabReport {
  const sizes = spec.sizes.toSorted((a, b) => a - b);
  const places = tasks.map(({ expectedTool }) => placeOfTool(tools, expectedTool));
  const expectedOf = (task: number) => places[task]!;
  const byName = { old: placesByName(tools, 'old'), new: placesByName(tools, 'new') };
  const trials = answers.map((answer): PlacedTrial => {
    const place = trialAt(spec, tasks.length, answer.position);
    const { task, variant } = place;
    return { ...place, result: gradedAnswer(answer, tasks[task]!, byName[variant], expectedOf(task)) };
  });
  return {
    minimumTasks: FEWEST_TASKS,
    curves: variantsOf(spec).map((variant) => ({
      variant,
      points: sizes.map((size) => pointOf(trials, { variant, size, sizes, expectedOf })),
    })),
    comparison: spec.overrides.length > 0 ? comparisonOf(trials, sizes, { spec, tasks }) : null,
    confusedPairs: confusedPairs(trials, { spec, tasks, tools }, expectedOf),
    confusion: confusionRows(trials, { tools }, expectedOf),
  };
}

const hasAnswer = ({ result: { outcome } }: PlacedTrial): boolean => outcome !== 'failed';
const isRight = ({ result: { outcome } }: PlacedTrial): boolean => outcome === 'right';

function pointOf(
  all: readonly PlacedTrial[],
  {
    variant,
    size,
    sizes,
    expectedOf,
  }: { variant: LabVariant; size: number; sizes: readonly number[]; expectedOf: (task: number) => number },
): LabPoint {
  const ofVariant = all.filter((trial) => trial.variant === variant);
  const trials = ofVariant.filter((trial) => trial.size === size);
  const answered = trials.filter(hasAnswer);
  const outcomes = (wanted: TrialResult['outcome']) => trials.filter(({ result }) => result.outcome === wanted).length;
  const sum = (of: (usage: NonNullable<TrialResult['usage']>) => number) =>
    trials.reduce((total, { result: { usage } }) => total + (usage ? of(usage) : 0), 0);
  const isPriced = trials.every(({ result: { usage } }) => usage?.costMicros !== undefined);
  const costUsd = isPriced ? sum(({ costMicros = 0 }) => costMicros) / 1e6 : null;
  const perTrial = (value: number) => (trials.length === 0 ? null : value / trials.length);
  const withArguments = answered.filter(({ result }) => result.argumentsRight !== undefined);
  const smallest = sizes[0]!;
  const pairs = pairsOf(
    ofVariant,
    (trial) => trial.size === smallest,
    (trial) => trial.size === size,
  );
  return {
    size,
    trials: trials.length,
    right: outcomes('right'),
    several: outcomes('several'),
    wrong: outcomes('wrong'),
    none: outcomes('none'),
    failed: outcomes('failed'),
    accuracy: taskRate(answered.map((trial) => ({ task: trial.task, isRight: isRight(trial) }))),
    arguments:
      withArguments.length === 0
        ? null
        : taskRate(withArguments.map(({ task, result }) => ({ task, isRight: result.argumentsRight === true }))),
    change: size === smallest ? null : comparedPairs(pairs, shared(sizes.length - 1)),
    inputTokens: sum(({ inputTokens }) => inputTokens),
    outputTokens: sum(({ outputTokens }) => outputTokens),
    costUsd,
    inputTokensPerTrial: perTrial(sum(({ inputTokens }) => inputTokens)),
    costUsdPerTrial: costUsd === null ? null : perTrial(costUsd),
    confusedPairs: countConfused(answered, expectedOf),
  };
}

/** The share of the false alarms that each of several comparisons of one kind has (Bonferroni). */
const shared = (comparisons: number) => ({ confidence: 1 - ALPHA / Math.max(1, comparisons), fewest: FEWEST_TASKS });

const keyOf = ({ task, repetition, size, variant }: PlacedTrial, of: 'sizes' | 'variants'): string =>
  of === 'sizes' ? `${task} ${repetition} ${variant}` : `${task} ${repetition} ${size}`;

/** The trials of one side with their partners on the other: the same task and repetition, and otherwise the same offer. */
function pairsOf(
  trials: readonly PlacedTrial[],
  isOld: (trial: PlacedTrial) => boolean,
  isNew: (trial: PlacedTrial) => boolean,
  of: 'sizes' | 'variants' = 'sizes',
): GradedPair[] {
  const answered = trials.filter(hasAnswer);
  const old = new Map(answered.filter(isOld).map((trial) => [keyOf(trial, of), trial]));
  return answered.filter(isNew).flatMap((trial) => {
    const partner = old.get(keyOf(trial, of));
    return partner ? [{ task: trial.task, old: isRight(partner), new: isRight(trial) }] : [];
  });
}

function comparisonOf(
  trials: readonly PlacedTrial[],
  sizes: readonly number[],
  { spec, tasks }: Pick<ReportedLab, 'spec' | 'tasks'>,
): NonNullable<LabReport['comparison']> {
  const compared = (some: readonly PlacedTrial[], comparisons: number) =>
    comparedPairs(
      pairsOf(
        some,
        ({ variant }) => variant === 'old',
        ({ variant }) => variant === 'new',
        'variants',
      ),
      shared(comparisons),
    );
  const expected = [...new Set(tasks.map(({ expectedTool }) => expectedTool))];
  return {
    overall: compared(trials, 1),
    bySize: sizes.map((size) => ({
      size,
      ...compared(
        trials.filter((trial) => trial.size === size),
        sizes.length,
      ),
    })),
    tools: expected.map((toolName) => {
      const override = spec.overrides.find((each) => each.toolName === toolName);
      return {
        toolName,
        ...(override?.name !== undefined && { newName: override.name }),
        overridden: override !== undefined,
        ...compared(
          trials.filter(({ task }) => tasks[task]!.expectedTool === toolName),
          expected.length,
        ),
      };
    }),
  };
}
