import type { EvalEvidencePlace, EvalIterationDetail } from '@assay/sdk';
import type { AssertionItem } from '../../components/assertion-list/assertion-list.tsx';
import { markOfCheck } from '../../components/assertion-list/assertion-marks.ts';
import type { EvidencePlace } from '../../components/code/json-text.ts';
import type { CallMarks } from '../../components/conversation/call-card.tsx';
import type { MessageMark } from '../../components/conversation/conversation.tsx';
import type { MarkKind } from '../../components/mark/mark.tsx';

/** An assertion or a fault of an iteration, with the place of its evidence. */
export interface CitingItem extends AssertionItem {
  place: EvalEvidencePlace | undefined;
}

type Graded = Pick<EvalIterationDetail, 'checks' | 'faults' | 'failure'>;

/** The stages of a trial as they are written. */
export const stageWord = (stage: string): string => (stage === 'userValue' ? 'user value' : stage);

/** The assertions of an iteration in their order, then the faults that no assertion tells already. */
export const citingItems = ({ checks, faults }: Graded): CitingItem[] => [
  ...checks.map((check, index) => ({
    id: `c${index}`,
    kind: markOfCheck(check),
    name: check.type,
    tags: [
      check.source,
      ...(check.role === 'advisory' ? ['advisory'] : []),
      ...(check.live === true ? ['live'] : []),
      ...(check.status === 'not_applicable' ? ['not applicable'] : []),
    ],
    stage: stageWord(check.stage),
    reason: check.reason,
    place: check.place,
  })),
  ...faults
    .filter((fault) => !isTold(fault, checks))
    .map((fault, index) => ({
      id: `f${index}`,
      kind: (fault.evaluatorError === true ? 'open' : 'failed') satisfies MarkKind as MarkKind,
      name: fault.kind,
      tags: ['trial'],
      reason: fault.reason,
      place: fault.place,
    })),
];

/** Whether a failed assertion says the same of the same place. */
const isTold = ({ brief, place }: Graded['faults'][number], checks: Graded['checks']): boolean =>
  place !== undefined &&
  checks.some(
    (check) =>
      check.status === 'failed' &&
      check.brief === brief &&
      check.place?.spanId === place.spanId &&
      check.place?.pointer === place.pointer,
  );

/** The item that the failure of the iteration is told by, else the first one that does not hold, else none. */
export function firstItem(items: readonly CitingItem[], { failure, checks }: Graded): CitingItem | undefined {
  const told = checks.findIndex(
    ({ type, stepId, status }) =>
      status === 'failed' && type === failure?.assertion && (failure.stepId === undefined || stepId === failure.stepId),
  );
  return items[told] ?? items.find(({ kind }) => kind === 'failed') ?? items.find(({ kind }) => kind === 'open');
}

const notHolding = (items: readonly CitingItem[]): EvalEvidencePlace[] =>
  items.flatMap(({ kind, place }) => (place && (kind === 'failed' || kind === 'open') ? [place] : []));

const placeIn = ({ pointer = '', range }: EvalEvidencePlace, prefix = ''): EvidencePlace => ({
  pointer: `${prefix}${pointer}`,
  range,
});

/** The arguments of a call that differ from the expected ones. */
export const differingArguments = (
  { callComparison }: Pick<EvalIterationDetail, 'callComparison'>,
  callId: string | undefined,
): EvidencePlace[] =>
  (callComparison?.differing ?? [])
    .filter(({ actual }) => actual === callId)
    .flatMap(({ pointers }) => pointers.map((pointer) => ({ pointer })));

/** The cited places of calls, by the id of the call, of everything that does not hold. */
export function callMarksOf(
  items: readonly CitingItem[],
  detail: Pick<EvalIterationDetail, 'callComparison'>,
): ReadonlyMap<string, CallMarks> {
  const marks = new Map<string, Record<string, EvidencePlace[]>>(
    (detail.callComparison?.differing ?? []).map(({ actual }) => [
      actual,
      { arguments: differingArguments(detail, actual) },
    ]),
  );
  for (const place of notHolding(items)) {
    const { spanId, part } = place;
    if (spanId === undefined || part === undefined || (part !== 'result' && !place.pointer)) continue;
    const ofCall = marks.get(spanId) ?? {};
    (ofCall[part] ??= []).push(placeIn(place));
    marks.set(spanId, ofCall);
  }
  return marks;
}

/** The cited messages of the conversation, of everything that does not hold. */
export const messageMarksOf = (items: readonly CitingItem[]): MessageMark[] =>
  notHolding(items).flatMap(({ messageIndex, range }) => (messageIndex === undefined ? [] : [{ messageIndex, range }]));

/** Where the parts of a call stand in its messages on the wire. */
const ON_WIRE = { arguments: '/params/arguments', result: '/result', error: '/error' } as const;

/** The cited places of a message on the wire, and the items that cite it. */
export function wireEvidence(
  items: readonly CitingItem[],
  index: number,
): { evidence: EvidencePlace[]; citing: CitingItem[] } {
  const citing = items.filter(({ place, kind }) => place?.wireIndex === index && kind !== 'passed');
  const evidence = citing.flatMap(({ place }) =>
    place?.part === undefined || (place.part !== 'result' && !place.pointer)
      ? []
      : [placeIn(place, ON_WIRE[place.part])],
  );
  return { evidence, citing };
}
