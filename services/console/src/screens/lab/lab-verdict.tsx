import type { MarkKind } from '../../components/mark/mark.tsx';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { signed, writeCountOf, writeRate } from '../../lib/format/numbers.ts';
import type { Lab, LabReport } from './confusion.ts';

type Difference = NonNullable<LabReport['comparison']>['overall'];

/** A difference of rates in points with its interval: `−6 points (−22 to +10)`. */
export function pointsOf({
  difference,
}: Pick<Difference, 'difference'>): { points: string; interval: string } | undefined {
  if (!difference) return undefined;
  const at = (value: number): string => signed(Math.round(value * 100));
  return { points: at(difference.delta), interval: `(${at(difference.lower)} to ${at(difference.upper)})` };
}

/** The finding of the lab, as one sentence; an undecided one is not established. */
export function labVerdict(lab: Lab): { kind: MarkKind; word: string; rest?: string } {
  const { status, report, error, progress } = lab;
  if (status === 'drafting') return { kind: 'running', word: 'Drafting tasks.' };
  if (status === 'running')
    return {
      kind: 'running',
      word: 'Trying.',
      rest: `${progress.done} of ${writeCountOf(progress.trials, 'trial')} are over.`,
    };
  if (status === 'draft') return { kind: 'pending', word: 'Not started.' };
  if (!report || progress.done === progress.failed)
    return { kind: 'open', word: 'Not established.', ...(error && { rest: error.message }) };
  const overall = report.comparison?.overall;
  if (!overall) {
    const points = report.curves[0]?.points ?? [];
    const [first, last] = [points[0], points.at(-1)];
    return {
      kind: lab.isLanguageModel ? 'note' : 'open',
      word: lab.isLanguageModel ? 'Measured:' : 'Not measured with a model:',
      rest: `${writeRate(first?.accuracy.value ?? undefined)} right among ${first?.size} tools, ${writeRate(last?.accuracy.value ?? undefined)} among ${last?.size}.`,
    };
  }
  const rates = `${writeRate(overall.new.value ?? undefined)} right with the new words, ${writeRate(overall.old.value ?? undefined)} with the old.`;
  if (overall.conclusion === 'better') return { kind: 'passed', word: 'Better:', rest: rates };
  if (overall.conclusion === 'worse') return { kind: 'failed', word: 'Worse:', rest: rates };
  return { kind: 'open', word: 'Undecided:', rest: rates };
}

/** The difference with its interval, over how many tasks, and whether a language model was asked. */
export function LabWhy({ lab }: { lab: Lab }) {
  const { report, sizes, model, isLanguageModel } = lab;
  const overall = report?.comparison?.overall;
  const points = overall && pointsOf(overall);
  return (
    <>
      {points && overall && (
        <>
          {points.points} points {points.interval} over {writeCountOf(overall.tasks, 'task')}, each in{' '}
          {writeCountOf(sizes.length, 'size')} of the offer;{' '}
          {overall.conclusion === 'undecided'
            ? overall.tasks < report.minimumTasks
              ? `fewer than ${report.minimumTasks} tasks conclude nothing. `
              : 'the interval contains 0. '
            : 'the interval excludes 0. '}
        </>
      )}
      {isLanguageModel ? (
        <>
          The model was{' '}
          <code>
            <Foreign text={model} />
          </code>
          .
        </>
      ) : (
        <>
          <b>No language model was asked:</b>{' '}
          <code>
            <Foreign text={model} />
          </code>{' '}
          calls what a prompt names, and says nothing about how a model chooses.
        </>
      )}
    </>
  );
}
