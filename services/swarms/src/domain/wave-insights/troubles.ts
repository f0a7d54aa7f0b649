import type { EvalStage } from '@assay/contract/areas/analysis/decision-summary';
import {
  JOURNEY_SIGNALS,
  type JourneyDisposition,
  type JourneySignal,
  type JourneyTone,
} from '@assay/contract/areas/analysis/journey-findings';
import type { KnownSignal } from '../findings/finding.ts';

type Trouble = Pick<KnownSignal, 'dimension' | 'detail' | 'subject'>;

/** The tone of each disposition: rows are made with `rowOf`, so that both always agree. */
const TONES: Record<JourneyDisposition, JourneyTone> = {
  notRun: 'muted',
  blockedConnecting: 'fail',
  lostFindingTool: 'fail',
  blockedCallingTool: 'fail',
  blockedByResponse: 'fail',
  goalMissed: 'fail',
  goalMetWithFriction: 'warn',
  goalMet: 'ok',
  notMeasured: 'muted',
};

export const rowOf = (disposition: JourneyDisposition): { disposition: JourneyDisposition; tone: JourneyTone } => ({
  disposition,
  tone: TONES[disposition],
});

const ERROR_STAGES: Record<string, EvalStage> = {
  setup: 'connection',
  selection: 'selection',
  arguments: 'call',
  serverData: 'response',
};

/** The stage of a session that a trouble lies in; undefined when the rules do not tell. */
export function stageOf({ dimension, detail }: Trouble): EvalStage | undefined {
  switch (dimension) {
    case 'toolError':
      return ERROR_STAGES[detail];
    case 'toolConfusion':
      return 'selection';
    case 'repeatedCall':
      return 'call';
    case 'deadEnd':
      return detail === 'toolError' ? 'response' : 'userValue';
    case 'goalMissed':
    case 'criterionUnmet':
      return 'userValue';
    default:
      return undefined;
  }
}

const BLOCKED: Record<EvalStage, JourneyDisposition> = {
  connection: 'blockedConnecting',
  discovery: 'lostFindingTool',
  selection: 'lostFindingTool',
  call: 'blockedCallingTool',
  response: 'blockedByResponse',
  userValue: 'goalMissed',
};

/** How sessions fared that missed their goal at a stage. */
export const missedAt = (stage: EvalStage | undefined): JourneyDisposition => BLOCKED[stage ?? 'userValue'];

/** The signals of a session in the words of journey findings. */
export function showsSignal(signals: readonly Trouble[], hasMissed: boolean): JourneySignal[] {
  const has = (is: (signal: Trouble) => boolean): boolean => signals.some(is);
  const isToolError = ({ dimension }: Trouble) => dimension === 'toolError';
  const shown: Record<JourneySignal, boolean> = {
    outputTruncated: has(({ dimension, detail }) => dimension === 'deadEnd' && detail === 'cutShort'),
    hallucinatedTool: has((signal) => isToolError(signal) && signal.detail === 'selection'),
    toolErrored: has((signal) => isToolError(signal) && signal.detail !== 'selection'),
    noToolCalled: hasMissed && !has(({ dimension }) => dimension === 'toolUsed' || dimension === 'toolError'),
    turnCapReached: has(({ dimension, detail }) => dimension === 'goalMissed' && detail === 'turnLimit'),
  };
  return JOURNEY_SIGNALS.filter((signal) => shown[signal]);
}

/** The weightiest signal that at least half of the sessions showed. */
export const signalOfMost = (sessions: readonly { shown: ReadonlySet<JourneySignal> }[]): JourneySignal | null =>
  JOURNEY_SIGNALS.find((signal) => sessions.filter(({ shown }) => shown.has(signal)).length * 2 >= sessions.length) ??
  null;
