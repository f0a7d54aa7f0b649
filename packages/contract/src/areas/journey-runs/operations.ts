import { NoInput, NoQuery } from '../../none.ts';
import { operation } from '../../operation.ts';
import { ListTraceParts, TracePage } from '../iterations/steps.ts';
import {
  JourneyRun,
  JourneyRunCanceled,
  JourneyRunLaunched,
  JourneyRunPage,
  JourneyRunSession,
  JourneyRunSessionPage,
  JourneySessionTurnPage,
  LaunchJourneyRun,
  ListJourneyRuns,
  ListJourneyRunSessions,
  ListJourneySessionTurns,
} from './documents.ts';
import { ListSwarmFindings, SwarmFindingDismissed, SwarmFindingPage } from './findings.ts';
import { SwarmOverview } from './overview.ts';
import { JourneyRunEvents } from './run-events.ts';
import { CompareWaves, WaveComparison } from './wave-comparison.ts';
import { GateWave, WaveGateReport } from './wave-gate.ts';
import { RunScorecard } from './report.ts';

const common = { tag: 'Swarm runs', service: 'swarms' } as const;
const read = { ...common, access: 'viewer', gate: 'swarms', method: 'GET', status: 200 } as const;
const RUNS = '/projects/{projectId}/journeys/{journeyId}/runs';
const RUN = '/projects/{projectId}/journey-runs/{runId}';
const SESSION = `${RUN}/sessions/{sessionId}`;

export const launchJourneyRun = operation({
  ...common,
  access: 'member',
  gate: 'swarms',
  method: 'POST',
  path: RUNS,
  headers: ['idempotencyKey'],
  brake: 'launches',
  summary: 'Send the persona of a journey to its targets.',
  description:
    'Checks and freezes the targets, writes one session for each of `sessionsPerTarget` conversations with each target, and answers at once; runners hold the conversations. A repeated request with an idempotency key answers the run of the first one with `deduped: true`; it starts and costs nothing. With another body it is a CONFLICT with `details.reason` IDEMPOTENCY_CONFLICT. Without `waveId` the run is a wave of its own.',
  tool: {
    creates: { type: 'journeyRun', path: RUN },
    proposed: {
      kind: 'start',
      severity: 'spend',
      label: 'Send the persona',
      target: { type: 'journey', parameter: 'journeyId' },
    },
  },
  input: LaunchJourneyRun,
  bodyOptional: true,
  status: 202,
  reply: JourneyRunLaunched,
  also: [409],
});

export const listJourneyRuns = operation({
  ...read,
  path: RUNS,
  summary: "List a journey's runs, newest first.",
  description: 'Also of a journey that is archived.',
  tool: true,
  input: ListJourneyRuns,
  reply: JourneyRunPage,
});

export const getJourneyRun = operation({
  ...read,
  path: RUN,
  headers: ['preferredWait'],
  summary: 'Read a journey run: its status, its counts, its report and its first sessions.',
  description:
    'With `Prefer: wait=20` (RFC 7240) the answer comes when the run has changed, twice a second at most, or when the seconds are over, 20 at most; a run that is over and graded is answered at once. A key or session may have 32 waits and streams open.',
  replyHeaders: { 'Preference-Applied': 'The wait that the answer was given with, such as `wait=20`.' },
  tool: true,
  polled: true,
  input: NoQuery,
  reply: JourneyRun,
});

export const streamJourneyRunEvents = operation({
  ...read,
  path: `${RUN}/events`,
  headers: ['lastEventId', 'waitMs'],
  summary: 'Follow a journey run while it goes on.',
  description:
    'Server-sent events. An event says how its session or run is at that time, so changes that come soon after each other come as one. A client that connects again with the id of its last event (`Last-Event-ID`) misses nothing; after the `end` the answer is 204.',
  input: NoQuery,
  reply: JourneyRunEvents,
  stream: true,
  produces: 'text/event-stream',
});

export const cancelJourneyRun = operation({
  ...common,
  access: 'member',
  method: 'POST',
  path: `${RUN}/cancel`,
  summary: 'Stop a journey run; conversations that are over keep their results.',
  description:
    'Possible while the organization has swarms switched off, too. Conversations under way are broken off within seconds. Cancelling a cancelled run answers it again; a run that ended otherwise answers 409.',
  tool: {
    proposed: {
      kind: 'cancel',
      severity: 'none',
      label: 'Cancel the run',
      target: { type: 'journeyRun', parameter: 'runId' },
    },
  },
  input: NoInput,
  bodyOptional: true,
  status: 200,
  reply: JourneyRunCanceled,
  also: [409],
});

export const listJourneyRunSessions = operation({
  ...read,
  path: `${RUN}/sessions`,
  summary: 'List the sessions of a journey run, target by target.',
  input: ListJourneyRunSessions,
  reply: JourneyRunSessionPage,
});

export const getJourneyRunSession = operation({
  ...read,
  path: SESSION,
  summary: 'Read a session of a journey run: how it ended, its verdict and each criterion.',
  input: NoQuery,
  reply: JourneyRunSession,
});

export const listJourneySessionTurns = operation({
  ...read,
  path: `${SESSION}/turns`,
  summary: 'Read the transcript of a session, turn by turn.',
  description:
    'Empty until the session is over. 404 with `details.reason` TRACE_NOT_AVAILABLE when retention has deleted it.',
  input: ListJourneySessionTurns,
  reply: JourneySessionTurnPage,
});

export const listJourneySessionTraceParts = operation({
  ...read,
  path: `${SESSION}/trace/parts`,
  headers: ['acceptEncoding'],
  summary: 'Read the trace of a session in parts: spans, and messages between the runner and servers.',
  description: 'Of the last try. 404 with `details.reason` TRACE_NOT_AVAILABLE when there is none.',
  input: ListTraceParts,
  reply: TracePage,
});

export const getJourneyRunScorecard = operation({
  ...read,
  path: `${RUN}/scorecard`,
  summary: 'Read how many sessions of a journey run met each criterion.',
  description: 'Computed from counts that are kept; free. 404 for a run without a rubric.',
  tool: true,
  input: NoQuery,
  reply: RunScorecard,
});

const FINDINGS = '/projects/{projectId}/journey-findings';

export const listSwarmFindings = operation({
  ...read,
  path: FINDINGS,
  summary: "List the findings of a project's journeys, the one that was seen last first.",
  description:
    'A finding is a trouble that at least 2 sessions of a wave showed. It is computed by fixed rules without a model, once no run of the wave is under way. Dismissed and resolved ones are listed, too.',
  tool: true,
  input: ListSwarmFindings,
  reply: SwarmFindingPage,
});

export const dismissSwarmFinding = operation({
  ...common,
  access: 'member',
  gate: 'swarms',
  method: 'POST',
  path: `${FINDINGS}/{findingId}/dismiss`,
  summary: 'Dismiss a finding of journeys.',
  description: 'It keeps its status, and is still compared. Dismissing it twice is not an error.',
  input: NoInput,
  bodyOptional: true,
  status: 200,
  reply: SwarmFindingDismissed,
});

export const undismissSwarmFinding = operation({
  ...common,
  access: 'member',
  gate: 'swarms',
  method: 'POST',
  path: `${FINDINGS}/{findingId}/undismiss`,
  summary: 'Take back that a finding of journeys was dismissed.',
  input: NoInput,
  bodyOptional: true,
  status: 200,
  reply: SwarmFindingDismissed,
});

export const getSwarmOverview = operation({
  ...read,
  path: '/projects/{projectId}/journeys-overview',
  summary: "Read how a project's newest journey runs fared.",
  description: 'Computed from counts that are kept; free.',
  input: NoQuery,
  reply: SwarmOverview,
  whenShut: {
    runs: [],
    runsConsidered: 0,
    goalCompletion: { gradedCount: 0, passedCount: 0, passRate: null, interval: null, runsWithGrades: 0, trend: [] },
  },
});

const WAVE = '/projects/{projectId}/waves/{waveId}';

export const compareJourneyWaves = operation({
  ...read,
  path: `${WAVE}/comparison`,
  summary: 'Compare the sessions of a wave with the sessions of an earlier one, or two targets of a wave.',
  description:
    'The share of graded sessions that passed, with intervals (Wilson), and its difference, over the journeys and targets that both sides have. Sessions of the same journey, persona and seed are pairs. With `baselineTargetId` and `targetId` two targets are compared: of this wave, or of the two waves. Reads no transcript; free.',
  input: CompareWaves,
  reply: WaveComparison,
});

export const gateJourneyWave = operation({
  ...read,
  method: 'POST',
  safe: true,
  path: `${WAVE}/gate`,
  headers: ['preferredWait'],
  summary: 'Judge a wave by a policy: passed, failed or undecided.',
  description:
    'Each rule of the policy has a verdict that names its numbers. While sessions are under way, are graded or mined, the outcome is `undecided`. With `Prefer: wait=20` (RFC 7240) the answer comes when the wave is over, or when the seconds are, 20 at most. A key or session may have 32 waits and streams open. Nothing is kept; free.',
  replyHeaders: { 'Preference-Applied': 'The wait that the answer was given with, such as `wait=20`.' },
  input: GateWave,
  reply: WaveGateReport,
});
