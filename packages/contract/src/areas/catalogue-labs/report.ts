import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { nullable, oneOf, open, record } from '../../schema.ts';
import { DifferenceInterval, RateInterval } from '../analysis/statistics.ts';

const Count = Type.Integer({ minimum: 0 });
const Fraction = Type.Number({ minimum: 0, maximum: 1 });

/** The descriptions that a trial offers: as they are, or as the overrides have them. */
export const labVariants = ['old', 'new'] as const;
export type LabVariant = (typeof labVariants)[number];
const Variant = oneOf([...labVariants], { description: '`old`: as declared. `new`: with the overrides.' });

/** A mean over tasks, each of which counts once. */
export type LabRate = Static<typeof LabRate>;
export const LabRate = open(
  {
    value: nullable({ ...Fraction, description: 'The mean over the tasks; null without a task.' }),
    tasks: { ...Count, description: 'Tasks with a trial that counts.' },
    interval: nullable(RateInterval),
  },
  {
    $id: 'LabRate',
    description:
      'Each task counts once, however often it was tried, because trials of one task resemble each other. The interval is a Wilson score interval over the tasks.',
  },
);

const conclusion = oneOf(['better', 'worse', 'undecided'], {
  description:
    '`undecided` unless the interval excludes 0 and at least `minimumTasks` tasks have trials on both sides.',
});

/** Two rates over the same tasks. */
export type LabDifference = Static<typeof LabDifference>;
export const LabDifference = open(
  {
    tasks: { ...Count, description: 'Tasks with trials on both sides; only they count.' },
    old: LabRate,
    new: LabRate,
    difference: nullable(
      open(
        { delta: Type.Number(), ...DifferenceInterval.properties },
        { description: 'New minus old, with the interval for pairs (Newcombe); null without a pair.' },
      ),
    ),
    conclusion,
  },
  { $id: 'LabDifference' },
);

/** The outcomes of the trials of one variant at one size. */
export type LabPoint = Static<typeof LabPoint>;
export const LabPoint = open(
  {
    size: { ...Count, description: 'How many tools were offered.' },
    trials: { ...Count, description: 'Trials that are over.' },
    right: { ...Count, description: 'The model called the expected tool, and no other one.' },
    several: { ...Count, description: 'It called the expected tool and others.' },
    wrong: { ...Count, description: 'It called other tools only.' },
    none: { ...Count, description: 'It called no tool.' },
    failed: { ...Count, description: 'It did not answer; in no rate.' },
    accuracy: LabRate,
    arguments: nullable(LabRate),
    change: nullable(LabDifference),
    inputTokens: Count,
    outputTokens: Count,
    costUsd: nullable(Type.Number({ description: 'Null when the cost of a trial is not known.' })),
    inputTokensPerTrial: nullable(Type.Number()),
    costUsdPerTrial: nullable(Type.Number()),
    confusedPairs: { ...Count, description: 'Different pairs of an expected and another called tool.' },
  },
  {
    $id: 'LabPoint',
    description:
      '`accuracy` is the share of `right` among the trials that did not fail; `arguments`, of the right trials whose task says arguments, the share that has them (null when no task says any). `change` leads from the smallest size (its `old`) to this one (its `new`) over the same tasks, and is null at the smallest size; the larger sizes share the 5 % of false alarms.',
  },
);

/** A call that took one tool for another. */
export type ConfusedCall = Static<typeof ConfusedCall>;
export const ConfusedCall = open({
  task: { ...Count, description: 'The place of the task, from 0.' },
  taskId: Type.Optional(Type.String({ description: 'The case that the task is from.' })),
  prompt: Type.String({ description: 'Shortened to 500 characters.' }),
  variant: Variant,
  size: Count,
  arguments: Type.Optional(record({ description: 'Masked; absent when they are longer than 8000 characters.' })),
});

export type ConfusedPair = Static<typeof ConfusedPair>;
export const ConfusedPair = open(
  {
    expectedTool: Type.String({ description: 'By the name that its server declares.' }),
    calledTool: Type.String({ description: 'By the name that its server declares.' }),
    calledToolFrom: oneOf(['server', 'project', 'builtIn', 'unknown'], {
      description:
        'Where the called tool is from: the server itself, another server of the project, the made-up ones, or nowhere: it was not offered.',
    }),
    count: { ...Count, description: 'Trials in which it was called.' },
    old: Count,
    new: Count,
    bySize: Type.Array(open({ size: Count, count: Count })),
    calls: Type.Array(ConfusedCall, { description: 'The first five.' }),
  },
  { $id: 'ConfusedPair' },
);

const Sides = open({ old: Count, new: Count }, { description: 'Trials with each of the two variants.' });

export type ConfusionRow = Static<typeof ConfusionRow>;
export const ConfusionRow = open(
  {
    expectedTool: Type.String({ description: 'By the name that its server declares.' }),
    trials: { ...Sides, description: 'Trials of its tasks that did not fail.' },
    right: { ...Sides, description: 'It was called, and no other tool.' },
    none: { ...Sides, description: 'No tool was called.' },
    called: Type.Array(
      open({
        tool: Type.String(),
        from: oneOf(['server', 'project', 'builtIn', 'unknown']),
        ...Sides.properties,
      }),
      { description: 'Other tools that were called, the most frequent first, at most 20.' },
    ),
  },
  { $id: 'LabConfusionRow' },
);

/** The findings of a lab that is over. */
export type LabReport = Static<typeof LabReport>;
export const LabReport = open(
  {
    minimumTasks: { ...Count, description: 'With fewer tasks nothing is concluded.' },
    curves: Type.Array(
      open({ variant: Variant, points: Type.Array(LabPoint, { description: 'The smallest size first.' }) }),
    ),
    comparison: nullable(
      open(
        {
          overall: LabDifference,
          bySize: Type.Array(open({ size: Count, ...LabDifference.properties }), {
            description: 'The sizes share the 5 % of false alarms.',
          }),
          tools: Type.Array(
            open({
              toolName: Type.String(),
              newName: Type.Optional(Type.String()),
              overridden: Type.Boolean(),
              ...LabDifference.properties,
            }),
            { description: 'The tasks of each expected tool; the tools share the 5 % of false alarms.' },
          ),
        },
        { description: 'Old against new descriptions, in pairs of the same task; null without overrides.' },
      ),
    ),
    confusedPairs: Type.Array(ConfusedPair, { description: 'The ten most frequent.' }),
    confusion: Type.Array(ConfusionRow, {
      description: 'What was called for each expected tool, the tools in the order of their first task.',
    }),
  },
  { $id: 'CatalogueLabReport' },
);
