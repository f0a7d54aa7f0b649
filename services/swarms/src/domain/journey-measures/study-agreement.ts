import type { StudyAgreement } from '@assay/contract/areas/journey-measures/study-agreement';
import { conversationMetrics } from '@assay/grading/measures/conversation-metrics';
import { amountOf, type Counters } from '@assay/grading/measures/counters';
import { measuredShare, type MeasuredShare } from '@assay/grading/measures/measured-rate';
import type { CountedSignal } from '@assay/grading/measures/session-signal';
import { exposedTo } from '@assay/grading/measures/signal-shares';
import { fisherHigher } from '@assay/grading/statistics/fisher';
import { newcombeInterval, type PassCounts } from '@assay/grading/statistics/newcombe';
import { rankAgreement } from '@assay/grading/statistics/rank-agreement';
import { wilsonInterval } from '@assay/grading/statistics/wilson';

/** With fewer sessions on a side, or fewer items, nothing is concluded. */
export const FEWEST_SESSIONS = 20;
const FEWEST_ITEMS = 5;
/** In fewer sessions of a side, a signal may be chance and is no finding. */
const FEWEST_AFFECTED = 2;
/** A rank agreement is clear below it; and the chance that any finding seems to differ where none does. */
const FALSE_ALARMS = 0.05;
/** At most this many findings are ranked, the most frequent ones, and at most this many are shown in a list. */
const [RANKED, SHOWN] = [100, 20];

/** Signals that personas cannot show. */
const OF_PEOPLE_ONLY: ReadonlySet<string> = new Set(['declinedApproval', 'negativeFeedback', 'abandonment']);

/** The measures of one side, people or personas. */
export interface MeasuredSide {
  counters: Counters;
  signals: readonly CountedSignal[];
}

type Rates = StudyAgreement['rates'];
type Compared = Rates[keyof Rates];
type Findings = StudyAgreement['findings'];
type Ranks = Findings['ranks'];
/** A finding before its evidence is known. */
export type ComparedFinding = Omit<Findings['shared'][number], 'realEvidence' | 'syntheticEvidence'>;
type Undecided = Ranks['undecided'];

export const toSide = ({ counters, signals }: MeasuredSide): StudyAgreement['real'] => ({
  sessions: amountOf(counters, 'sessions'),
  findings: signals.filter((signal) => canBeShown(signal) && affectedBy(counters, signal) >= FEWEST_AFFECTED).length,
});

const canBeShown = ({ dimension }: CountedSignal): boolean =>
  dimension !== 'toolUsed' && !OF_PEOPLE_ONLY.has(dimension);

const affectedBy = ({ signalSessions = {} }: Counters, { fingerprint }: CountedSignal): number =>
  signalSessions[fingerprint] ?? 0;

/** Each rate of people beside the same rate of personas. */
export function comparedRates(real: MeasuredSide, synthetic: MeasuredSide): Rates {
  const [people, personas] = [real, synthetic].map(({ counters }) => conversationMetrics(counters, []).rates);
  const names = Object.keys(people!) as (keyof Rates)[];
  return Object.fromEntries(names.map((name) => [name, compared(people![name], personas![name])])) as Rates;
}

/** Two shares with their difference. */
export function compared(real: MeasuredShare, synthetic: MeasuredShare): Compared {
  const interval = newcombeInterval(countsOf(real), countsOf(synthetic));
  return { real, synthetic, difference: interval && { delta: synthetic.value! - real.value!, ...interval } };
}

const countsOf = ({ numerator, denominator }: MeasuredShare): PassCounts => ({
  passed: numerator,
  trials: denominator,
});

/** The findings of both sides beside each other; the lists are whole and in order. */
export function comparedFindings(
  real: MeasuredSide,
  synthetic: MeasuredSide,
): Omit<Findings, 'onlyReal' | 'onlySynthetic' | 'shared'> & {
  onlyReal: ComparedFinding[];
  onlySynthetic: ComparedFinding[];
  shared: ComparedFinding[];
} {
  const signals = new Map(
    [...synthetic.signals, ...real.signals].filter(canBeShown).map((signal) => [signal.fingerprint, signal]),
  );
  const found = [...signals.values()].filter((signal) =>
    [real, synthetic].some(({ counters }) => affectedBy(counters, signal) >= FEWEST_AFFECTED),
  );
  const alpha = FALSE_ALARMS / Math.max(1, 2 * found.length);
  const findings = found.map((signal) => comparedFinding(real, synthetic, signal, alpha));
  const isFew = hasFewSessions(real, synthetic);
  const tried = findings
    .filter(({ real: people, synthetic: personas }) => people.denominator > 0 && personas.denominator > 0)
    .toSorted((a, b) => frequency(b) - frequency(a) || a.fingerprint.localeCompare(b.fingerprint))
    .slice(0, RANKED);
  const ofPeople = findings.filter((each) => each.real.numerator >= FEWEST_AFFECTED);
  const ofPersonas = findings.filter((each) => each.synthetic.numerator >= FEWEST_AFFECTED);
  const onlyReal = ofPeople.filter(({ synthetic: { numerator } }) => numerator === 0);
  const onlySynthetic = ofPersonas.filter(({ real: { numerator } }) => numerator === 0);
  const met = (side: 'real' | 'synthetic') => (each: ComparedFinding) => each[side].numerator > 0;
  const by = (size: (finding: ComparedFinding) => number) => (a: ComparedFinding, b: ComparedFinding) =>
    size(b) - size(a) || a.fingerprint.localeCompare(b.fingerprint);
  return {
    ranks: ranksOf(tried, isFew),
    recall: agreementShare(ofPeople.filter(met('synthetic')).length, ofPeople.length, isFew),
    precision: agreementShare(ofPersonas.filter(met('real')).length, ofPersonas.length, isFew),
    onlyReal: onlyReal.toSorted(by((each) => each.real.value!)).slice(0, SHOWN),
    onlySynthetic: onlySynthetic.toSorted(by((each) => each.synthetic.value!)).slice(0, SHOWN),
    shared: findings
      .filter((each) => met('real')(each) && met('synthetic')(each))
      .toSorted(by(({ difference }) => Math.abs(difference!.delta)))
      .slice(0, SHOWN),
    peopleOnly: real.signals.filter(
      (signal) => OF_PEOPLE_ONLY.has(signal.dimension) && affectedBy(real.counters, signal) > 0,
    ).length,
  };
}

const frequency = ({ real, synthetic }: ComparedFinding): number => real.numerator + synthetic.numerator;

const hasFewSessions = (...sides: MeasuredSide[]): boolean =>
  sides.some(({ counters }) => amountOf(counters, 'sessions') < FEWEST_SESSIONS);

function comparedFinding(
  real: MeasuredSide,
  synthetic: MeasuredSide,
  { fingerprint, ...signal }: CountedSignal,
  alpha: number,
): ComparedFinding {
  const shareOf = ({ counters }: MeasuredSide): MeasuredShare => {
    const affected = affectedBy(counters, { fingerprint, ...signal });
    return measuredShare(affected, Math.max(affected, exposedTo(counters, signal)));
  };
  const [people, personas] = [shareOf(real), shareOf(synthetic)];
  const isHigher = (one: MeasuredShare, other: MeasuredShare) => fisherHigher(countsOf(one), countsOf(other)) < alpha;
  return {
    fingerprint,
    ...(signal as Pick<ComparedFinding, 'dimension' | 'detail' | 'subject'>),
    ...compared(people, personas),
    conclusion: isHigher(personas, people) ? 'moreReal' : isHigher(people, personas) ? 'moreSynthetic' : 'undecided',
  };
}

/** How well both sides rank the same items by their rates; both rates of each are known. */
export function ranksOf(items: readonly Pick<Compared, 'real' | 'synthetic'>[], isFew: boolean): Ranks {
  const silent = (undecided: Undecided): Ranks => ({
    items: items.length,
    tau: null,
    pValue: null,
    isExact: false,
    conclusion: 'undecided',
    undecided,
  });
  const few = tooFew(items.length, isFew);
  if (few) return silent(few);
  const ranks = rankAgreement(
    items.map(({ real }) => real.value!),
    items.map(({ synthetic }) => synthetic.value!),
  );
  if (!ranks) return silent('noRanks');
  const isClear = ranks.pValue < FALSE_ALARMS;
  const conclusion = !isClear ? 'undecided' : ranks.tau > 0 ? 'agree' : 'disagree';
  return { items: items.length, ...ranks, conclusion, undecided: null };
}

const tooFew = (items: number, isFew: boolean): Undecided =>
  isFew ? 'fewSessions' : items < FEWEST_ITEMS ? 'fewItems' : null;

function agreementShare(numerator: number, denominator: number, isFew: boolean): Findings['recall'] {
  const undecided = tooFew(denominator, isFew);
  const counts = { numerator, denominator, undecided };
  return undecided
    ? { ...counts, value: null, interval: null }
    : { ...counts, value: numerator / denominator, interval: wilsonInterval(numerator, denominator) };
}
