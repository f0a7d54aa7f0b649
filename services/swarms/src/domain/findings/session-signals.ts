import { canonicalJson } from '@assay/contract/canonical';
import type { SessionTurn } from '@assay/contract/areas/journey-runs/session-work';
import type { TranscriptToolCall } from '@assay/contract/areas/transcripts/documents';
import { hasCallFailed } from '@assay/grading/assertions/tool-result';
import {
  excerptOf,
  mergedSignals,
  signalFingerprint,
  toolSubject,
  type CountedSignal,
  type SessionSignal,
} from '@assay/grading/measures/session-signal';
import { measuredConversation } from '../journey-measures/measured-conversation.ts';
import type { FrozenRubric } from '../journeys/rubric.ts';
import type { SessionCriterion, SessionEndReason } from '../journey-runs/session.ts';

/** The subject of a signal. */
export interface SwarmSubject {
  kind: 'tool' | 'toolPair' | 'criterion' | 'journey';
  id: string;
  label: string;
}

/** Signals that are no trouble: they say in how many sessions the others about their subject could have happened. */
const EXPOSURES = ['toolUsed', 'criterionGraded', 'journeyHeld'] as const;
type Exposure = (typeof EXPOSURES)[number];

/** Something that happened in a session and that other sessions may share. */
export interface SwarmSignal {
  dimension: SessionSignal['dimension'] | Exposure | 'toolConfusion' | 'goalMissed' | 'criterionUnmet';
  detail: string;
  subject: SwarmSubject;
  occurrences: number;
  promptIndex: number;
  /** Masked, at most 300 characters. */
  excerpt: string;
}

export const isExposure = ({ dimension }: Pick<SwarmSignal, 'dimension'>): boolean =>
  (EXPOSURES as readonly string[]).includes(dimension);

type Identity = Pick<SwarmSignal, 'dimension' | 'detail'> & { subject: Pick<SwarmSubject, 'kind' | 'id'> };

/** The fingerprint of the signal that says in how many sessions a signal could have happened. */
export function exposureOf({ subject: { kind, id } }: Identity): string {
  const of = (dimension: Exposure, subject: Pick<SwarmSubject, 'kind' | 'id'>) =>
    signalFingerprint({ dimension, detail: '', subject });
  if (kind === 'tool') return of('toolUsed', { kind, id });
  if (kind === 'toolPair') return of('toolUsed', { kind: 'tool', id: id.split(PAIRED)[0]! });
  return of(kind === 'criterion' ? 'criterionGraded' : 'journeyHeld', { kind, id });
}

const PAIRED = ' | ';

/**
 * The fingerprints under which the sessions of journeys keep a signal that measures count: about a tool it is the same;
 * any other is about the journey in which it happened.
 */
export const fingerprintsInJourneys = (
  { fingerprint, dimension, detail, subject }: CountedSignal,
  journeyIds: readonly string[],
): string[] =>
  subject.id === ''
    ? journeyIds.map((id) => signalFingerprint({ dimension, detail, subject: { kind: 'journey', id } }))
    : [fingerprint];

/** A conversation that came to its end, as its signals are read from it. */
export interface SignalledSession {
  journey: { id: string; name: string };
  rubric: FrozenRubric | null;
  endReason: SessionEndReason | null;
  turns: readonly SessionTurn[];
  criteria: readonly SessionCriterion[];
}

/**
 * The signals of a conversation, by fixed rules: the measures of its turns as for people's conversations, tools that were
 * confused, a goal that was missed, criteria that were not met, and the exposures of all of these.
 */
export function signalsOf({ journey, rubric, endReason, turns, criteria }: SignalledSession): SwarmSignal[] {
  const subject: SwarmSubject = { kind: 'journey', id: journey.id, label: journey.name };
  const about = (dimension: SwarmSignal['dimension'], detail = ''): SwarmSignal => ({
    dimension,
    detail,
    subject,
    occurrences: 1,
    promptIndex: Math.max(0, turns.length - 1),
    excerpt: '',
  });
  const { signals } = measuredConversation(turns);
  return mergedSignals<SwarmSignal>([
    about('journeyHeld'),
    ...signals.flatMap((signal): SwarmSignal[] => {
      // Tools that no server has are a habit of the model in this journey.
      const isTool = signal.subject.kind === 'tool' && signal.subject.id !== '';
      if (!isTool && signal.dimension === 'toolUsed') return [];
      return [{ ...signal, subject: isTool ? (signal.subject as SwarmSubject) : subject }];
    }),
    ...turns.flatMap(confusions),
    ...(endReason === 'gaveUp' || endReason === 'turnLimit' ? [about('goalMissed', endReason)] : []),
    ...criterionSignals(journey.id, rubric, criteria, turns.length),
  ]);
}

/** The signals of the criteria that are decided. */
export function criterionSignals(
  journeyId: string,
  rubric: FrozenRubric | null,
  criteria: readonly SessionCriterion[],
  turnCount: number,
): SwarmSignal[] {
  return criteria.flatMap(({ id, status, reason }) => {
    if (status !== 'passed' && status !== 'failed') return [];
    const label = rubric?.criteria.find((each) => each.id === id)?.label ?? id;
    const graded: SwarmSignal = {
      dimension: 'criterionGraded',
      detail: '',
      subject: { kind: 'criterion', id: `${journeyId}/${id}`, label },
      occurrences: 1,
      promptIndex: Math.max(0, turnCount - 1),
      excerpt: '',
    };
    return status === 'passed'
      ? [graded]
      : [graded, { ...graded, dimension: 'criterionUnmet', excerpt: excerptOf(reason) }];
  });
}

/** A call fails, and the next one, of another tool with some of the same arguments, does not. */
function confusions({ promptIndex, toolCalls }: SessionTurn): SwarmSignal[] {
  return toolCalls.slice(1).flatMap((call, i) => {
    const before = toolCalls[i]!;
    if (!hasCallFailed(before) || hasCallFailed(call) || before.serverId === '' || !sharesArgument(before, call))
      return [];
    const [wrong, right] = [toolSubject(before), toolSubject(call)];
    if (wrong.id === right.id) return [];
    return [
      {
        dimension: 'toolConfusion',
        detail: '',
        subject: {
          kind: 'toolPair',
          id: `${wrong.id}${PAIRED}${right.id}`,
          label: `${wrong.label} and ${right.label}`,
        },
        occurrences: 1,
        promptIndex,
        excerpt: excerptOf(JSON.stringify(before.arguments)),
      },
    ];
  });
}

function sharesArgument(one: TranscriptToolCall, other: TranscriptToolCall): boolean {
  const values = new Set(Object.values(one.arguments).map((value) => canonicalJson(value)));
  return Object.values(other.arguments).some((value) => values.has(canonicalJson(value)));
}
