import type { EvalRun } from '@assay/sdk';
import type { MarkKind } from '../../components/mark/mark.tsx';
import type { RulerValues } from '../../components/ruler/ruler.tsx';
import { visibleText } from '../../lib/visible-text.ts';

const UNDER_WAY: ReadonlySet<EvalRun['status']> = new Set(['pending', 'running', 'grading']);

/** Whether a run has not ended. */
export const isUnderWay = ({ status }: Pick<EvalRun, 'status'>): boolean => UNDER_WAY.has(status);

/** The mark of a run: running is no outcome, and a run without a verdict is not established. */
export function markOfRun({ status, verdict }: Pick<EvalRun, 'status' | 'verdict'>): MarkKind {
  if (status === 'pending') return 'pending';
  if (isUnderWay({ status })) return 'running';
  return verdict === 'passed' || verdict === 'failed' ? verdict : 'open';
}

/** The coloured beginning of a verdict sentence, and its rest. */
export function splitSentence(sentence: string): { word: string; rest: string } {
  const end = sentence.indexOf('. ');
  return end < 0 ? { word: sentence, rest: '' } : { word: sentence.slice(0, end + 1), rest: sentence.slice(end + 2) };
}

const WEIGHTY =
  /([\d.]{1,9}–[\d.]{1,9}\u202f%|it cannot (?:pass|fail) any more|\d{1,9} trials? (?:is|are) excluded(?: and \d{1,9} w(?:as|ere) skipped)?)/i;

/** A reason with its interval, and with what is certain, in stronger type. */
export const Weighted = ({ text }: { text: string }) => (
  <bdi dir="auto">
    {visibleText(text)
      .split(WEIGHTY)
      .map((part, index) => (index % 2 === 1 ? <b key={index}>{part}</b> : part))}
  </bdi>
);

/** The ruler of a run; none where no rate is known, or where it has no verdict. */
export function rulerOf(
  run: Pick<EvalRun, 'status' | 'verdict' | 'summary' | 'minimumAccuracy' | 'measurementUnit'>,
): RulerValues | undefined {
  const { summary, minimumAccuracy, verdict, measurementUnit } = run;
  const interval = summary.passRateInterval;
  if (!interval || summary.passed + summary.failed === 0) return undefined;
  const isOpen = isUnderWay(run);
  if (!isOpen && verdict === 'notEstablished') return undefined;
  return {
    rate: summary.passed / (summary.passed + summary.failed),
    interval: { low: interval.lower, high: interval.upper },
    line: measurementUnit === 'trial' && minimumAccuracy !== null ? minimumAccuracy / 100 : undefined,
    outcome: isOpen ? 'none' : verdict === 'passed' || verdict === 'failed' ? verdict : 'open',
  };
}
