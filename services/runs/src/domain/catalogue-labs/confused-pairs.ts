import type { ConfusedCall, ConfusedPair, ConfusionRow } from '@assay/contract/areas/catalogue-labs/report';
import { given } from '@assay/contract/given';
import type { PlacedTrial, ReportedLab } from './placed-trial.ts';

/** At most this many pairs are reported, each with at most this many calls. */
const MAX_PAIRS = 10;
const MAX_CALLS = 5;
const MAX_PROMPT = 500;

type Confused = Pick<PlacedTrial['result']['calls'][number], 'tool' | 'name' | 'arguments'>;

/** The calls of a trial that took another tool for the expected one, each tool once. */
const confusedIn = ({ result: { outcome, calls } }: PlacedTrial, expected?: number): Confused[] =>
  outcome === 'wrong' || outcome === 'several'
    ? [
        ...new Map(
          calls.filter(({ tool }) => tool === undefined || tool !== expected).map((call) => [keyOf(call), call]),
        ).values(),
      ]
    : [];

const keyOf = ({ tool, name }: Confused): string => (tool === undefined ? `? ${name}` : String(tool));

/** How many different pairs of an expected and another called tool the trials have. */
export function countConfused(trials: readonly PlacedTrial[], expectedOf: (task: number) => number): number {
  return new Set(
    trials.flatMap((trial) => {
      const expected = expectedOf(trial.task);
      return confusedIn(trial, expected).map((call) => `${expected} ${keyOf(call)}`);
    }),
  ).size;
}

/** The most frequent pairs of an expected tool and another one that was called. */
export function confusedPairs(
  trials: readonly PlacedTrial[],
  { tasks, tools, spec }: Pick<ReportedLab, 'tasks' | 'tools' | 'spec'>,
  expectedOf: (task: number) => number,
): ConfusedPair[] {
  const found = trials.flatMap((trial) => {
    const expected = expectedOf(trial.task);
    return confusedIn(trial, expected).map((call) => ({ trial, call, expected, key: `${expected} ${keyOf(call)}` }));
  });
  const pairs = [...Map.groupBy(found, ({ key }) => key).values()].toSorted((a, b) => b.length - a.length);
  return pairs.slice(0, MAX_PAIRS).map((some) => {
    const { call, expected } = some[0]!;
    const called = call.tool === undefined ? undefined : tools[call.tool]!;
    return {
      expectedTool: tools[expected]!.declaration.name,
      calledTool: called?.declaration.name ?? call.name,
      calledToolFrom: called?.from ?? 'unknown',
      count: some.length,
      old: some.filter(({ trial }) => trial.variant === 'old').length,
      new: some.filter(({ trial }) => trial.variant === 'new').length,
      bySize: spec.sizes
        .toSorted((a, b) => a - b)
        .map((size) => ({ size, count: some.filter(({ trial }) => trial.size === size).length })),
      calls: some.slice(0, MAX_CALLS).map(({ trial, call: made }): ConfusedCall => {
        const { taskId, prompt } = tasks[trial.task]!;
        return {
          task: trial.task,
          ...given({ taskId }),
          prompt: prompt.length > MAX_PROMPT ? `${prompt.slice(0, MAX_PROMPT - 1).toWellFormed()}…` : prompt,
          variant: trial.variant,
          size: trial.size,
          ...given({ arguments: made.arguments }),
        };
      }),
    };
  });
}

/** At most this many other tools of an expected one are told. */
const MAX_CALLED = 20;

const sidesOf = (trials: readonly PlacedTrial[]): ConfusionRow['right'] => ({
  old: trials.filter(({ variant }) => variant === 'old').length,
  new: trials.filter(({ variant }) => variant === 'new').length,
});

/** The tools that were called for each expected tool. */
export function confusionRows(
  trials: readonly PlacedTrial[],
  { tools }: Pick<ReportedLab, 'tools'>,
  expectedOf: (task: number) => number,
): ConfusionRow[] {
  const judged = trials.filter(({ result }) => result.outcome !== 'failed').toSorted((a, b) => a.task - b.task);
  return [...Map.groupBy(judged, ({ task }) => expectedOf(task))].map(([expected, own]): ConfusionRow => {
    const of = (outcome: PlacedTrial['result']['outcome']) => own.filter(({ result }) => result.outcome === outcome);
    const calls = own.flatMap((trial) =>
      confusedIn(trial, expected).map((call) => ({ trial, call, key: keyOf(call) })),
    );
    const called = [...Map.groupBy(calls, ({ key }) => key).values()].toSorted((a, b) => b.length - a.length);
    return {
      expectedTool: tools[expected]!.declaration.name,
      trials: sidesOf(own),
      right: sidesOf(of('right')),
      none: sidesOf(of('none')),
      called: called.slice(0, MAX_CALLED).map((some) => {
        const { call } = some[0]!;
        const tool = call.tool === undefined ? undefined : tools[call.tool]!;
        return {
          tool: tool?.declaration.name ?? call.name,
          from: tool?.from ?? 'unknown',
          ...sidesOf(some.map(({ trial }) => trial)),
        };
      }),
    };
  });
}
