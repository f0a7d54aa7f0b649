import { countersOf, summedCounters } from '@assay/grading/measures/counters';
import { measureSession } from '@assay/grading/measures/session-measures';
import {
  CONVERSATION,
  signalFingerprint,
  type CountedSignal,
  type SignalDimension,
} from '@assay/grading/measures/session-signal';
import { comparedFindings, comparedRates, toSide, type MeasuredSide } from './study-agreement.ts';

const about = (dimension: SignalDimension, tool?: string, detail = ''): CountedSignal => {
  const subject = tool === undefined ? CONVERSATION : { kind: 'tool' as const, id: `srv/${tool}`, label: tool };
  return { dimension, detail, subject, fingerprint: signalFingerprint({ dimension, detail, subject }) };
};
const failing = (tool: string) => about('toolError', tool, 'serverData');

/** Sessions of one side: in how many of them each tool was used and failed, and other signals. */
function side(
  sessions: number,
  tools: Record<string, [failed: number, used: number]>,
  others: [CountedSignal, number][] = [],
): MeasuredSide {
  const shown = [
    ...Object.entries(tools).flatMap(([tool, [failed, used]]): [CountedSignal, number][] => [
      [failing(tool), failed],
      [about('toolUsed', tool), used],
    ]),
    ...others,
  ].filter(([, affected]) => affected > 0);
  const counted = Object.fromEntries(shown.map(([{ fingerprint }, affected]) => [fingerprint, affected]));
  return {
    counters: { sessions: { '': sessions }, signalSessions: counted, signalOccurrences: counted },
    signals: shown.map(([signal]) => signal),
  };
}

const names = (findings: { subject: { label: string } }[]) => findings.map(({ subject }) => subject.label);

test('findings are told apart by who met them, with recall and precision', () => {
  const real = side(100, { a: [30, 80], b: [20, 60], c: [10, 50], d: [2, 40], e: [5, 20], f: [1, 50] }, [
    [about('deadEnd', undefined, 'noAnswer'), 9],
    [about('negativeFeedback'), 40],
    [about('abandonment', undefined, 'noAnswer'), 3],
  ]);
  const synthetic = side(50, { a: [14, 45], b: [8, 30], c: [1, 20], f: [6, 40], g: [3, 30], h: [1, 10] }, [
    [about('deadEnd', undefined, 'noAnswer'), 2],
  ]);
  const findings = comparedFindings(real, synthetic);
  expect([toSide(real), toSide(synthetic)]).toEqual([
    { sessions: 100, findings: 6 },
    { sessions: 50, findings: 5 },
  ]);
  expect(names(findings.onlyReal)).toEqual(['e', 'd']);
  expect(names(findings.onlySynthetic)).toEqual(['g']);
  expect(names(findings.shared)).toEqual(['c', 'f', 'b', 'a', 'the conversation']);
  expect(findings).toMatchObject({
    recall: { value: 4 / 6, numerator: 4, denominator: 6, undecided: null },
    precision: { value: 4 / 5, numerator: 4, denominator: 5, undecided: null },
    peopleOnly: 2,
    // No persona used d and e, and no person g: their rates cannot be ranked.
    ranks: { items: 5, undecided: null },
    onlyReal: [{ synthetic: { value: null, denominator: 0 }, difference: null, conclusion: 'undecided' }, {}],
  });
});

test('a difference is clear only where chance does not explain it, over all findings', () => {
  const findings = comparedFindings(
    side(60, { often: [40, 60], seldom: [0, 60], alike: [20, 60] }),
    side(60, { often: [5, 60], seldom: [30, 60], alike: [26, 60] }),
  );
  const conclusions = [...findings.shared, ...findings.onlySynthetic].map((each) => [
    each.subject.label,
    each.conclusion,
  ]);
  expect(Object.fromEntries(conclusions)).toEqual({ often: 'moreReal', seldom: 'moreSynthetic', alike: 'undecided' });
});

const ranked = (rates: number[], used = 40) =>
  side(used, Object.fromEntries(rates.map((failed, i): [string, [number, number]] => [`t${i}`, [failed, used]])));

test.each<[string, number[], number[], used: number, conclusion: string, undecided: string | null]>([
  ['the same order', [2, 5, 9, 14, 20, 30], [3, 4, 8, 10, 25, 26], 40, 'agree', null],
  ['the opposite order', [2, 5, 9, 14, 20, 30], [30, 20, 14, 9, 5, 2], 40, 'disagree', null],
  ['no clear order', [2, 5, 9, 14, 20, 30], [14, 2, 30, 5, 20, 9], 40, 'undecided', null],
  ['four findings', [2, 5, 9, 14], [2, 5, 9, 14], 40, 'undecided', 'fewItems'],
  ['nineteen sessions', [2, 5, 9, 14, 15], [2, 5, 9, 14, 15], 19, 'undecided', 'fewSessions'],
  ['twenty sessions', [2, 5, 9, 14, 15], [2, 5, 9, 14, 15], 20, 'agree', null],
  ['equal rates on one side', [2, 5, 9, 14, 15], [3, 3, 3, 3, 3], 40, 'undecided', 'noRanks'],
  ['nothing at all', [], [], 40, 'undecided', 'fewItems'],
])('rank agreement of findings: %s', (_, people, personas, used, conclusion, undecided) => {
  const { ranks, recall } = comparedFindings(ranked(people, used), ranked(personas, used));
  expect(ranks).toMatchObject({ items: people.length, conclusion, undecided });
  const hasRanks = undecided === null;
  expect([ranks.tau !== null, ranks.pValue !== null]).toEqual([hasRanks, hasRanks]);
  expect(recall.value !== null).toBe(people.length >= 5 && used >= 20);
});

test('rates stand side by side, with a difference where personas have a rate', () => {
  const session = (toolErrors: number, end: 'left' | 'closed') =>
    countersOf({
      ...measureSession({ turns: [], feedback: [], isFirstVisit: true, end }),
      toolCalls: 10,
      toolErrors,
      hasLeft: end === 'left',
      isAbandoned: end === 'left' && toolErrors > 0,
    });
  const of = (all: number[], end: 'left' | 'closed') => ({
    counters: summedCounters(all.map((errors) => session(errors, end))),
    signals: [],
  });
  const rates = comparedRates(of([4, 0, 2], 'left'), of([1, 1], 'closed'));
  expect(rates.toolErrorRate).toMatchObject({
    real: { value: 0.2, numerator: 6, denominator: 30 },
    synthetic: { value: 0.1, numerator: 2, denominator: 20, lowConfidence: false },
    difference: { delta: -0.1, confidence: 0.95 },
  });
  expect(rates.toolErrorRate.difference!.upper).toBeGreaterThan(0);
  expect(rates.abandonmentRate).toMatchObject({ real: { numerator: 2 }, synthetic: { value: null }, difference: null });
});
