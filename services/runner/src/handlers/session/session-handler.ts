import { phaseOfTurn } from '@assay/contract/areas/journey-runs/session-kind';
import type { SessionResult, SessionTask } from '@assay/contract/areas/journey-runs/session-work';
import { secretsIn, withoutSecrets } from '@assay/contract/areas/servers/secret-values';
import { given } from '@assay/contract/given';
import { Blame, Outcome, type ModelUsage } from '@assay/mesh/gen/assay/v1/iterations';
import { SessionOutput } from '@assay/mesh/gen/assay/v1/sessions';
import { reasons } from '@assay/contract/problem';
import { Deadline } from '@assay/kit/concurrency/deadline';
import type { Logger } from '@assay/kit/log';
import { answeredWork, failedWork, givenBack, type WorkHandler } from '@assay/work/runner/work-handler';
import { failureOf } from '@assay/work/runner/within-time';
import { RunnerStops, type WorkInHand } from '@assay/work/runner/work-in-hand';
import { misunderstanding } from '../../domain/journeys/understood-goal.ts';
import { executionOutcomeOf, type ExecutionOutcome } from '../../engine/turns/execution-outcome.ts';
import type { MeterAccount } from '../../engine/models/meter.ts';
import { openAccess } from '../../engine/models/models.ts';
import type { PlatformLink } from '../../reach/platform/platform-link.ts';
import { recordInHand } from '../../reach/recording/record-in-hand.ts';
import { recordWith, type WorkRecorder } from '../../reach/recording/recorder.ts';
import type { ConnectSession } from '../../reach/sessions/connect.ts';
import { ServerSessions, type SessionContext } from '../../reach/sessions/sessions.ts';
import { ModelConversation, type ConversationDeps } from '../../engine/turns/model-conversation.ts';
import type { JourneyContexts } from './journey-contexts.ts';
import { JourneySession, type ConversationEnd } from './journey-session.ts';
import { personaVoice } from './persona-voice.ts';

/** Dependencies that all sessions of journeys on this runner share. */
interface SessionDeps {
  contexts: JourneyContexts;
  platform: Pick<PlatformLink, 'key'>;
  connect: ConnectSession;
  conversation: ConversationDeps;
  log: Logger;
}

/** At most this large is a result, in bytes: it has to fit into one message of the mesh. */
const MAX_RESULT = 48 * 1024 * 1024;

/**
 * Handles sessions of journey runs: every error ends up in the result, with the turns before it. A session whose runner
 * stops is given back, and starts again with another runner.
 */
export const sessionHandler =
  (deps: SessionDeps): WorkHandler =>
  async (inHand) => {
    const { recorder, parts } = recordInHand(inHand);
    try {
      const result = await recordWith(recorder, () => resultOf(inHand, deps, recorder));
      if (inHand.signal.reason instanceof RunnerStops && result.error) return givenBack(true);
      const written = writtenResult(result);
      const output = SessionOutput.encode({
        result: written,
        parts: await parts.undelivered(),
        secrets: secretsIn(written.toString(), recorder.secrets),
      });
      return answeredWork(Buffer.from(output.finish()));
    } catch (error) {
      return failedWork(failureOf(error, 'this session', deps.log));
    }
  };

/** How a conversation came to its own end, or why it says nothing. */
type HeldConversation = ConversationEnd | Required<Pick<SessionResult, 'endNote' | 'error'>>;

async function resultOf(inHand: WorkInHand, deps: SessionDeps, recorder: WorkRecorder): Promise<SessionResult> {
  const { item, signal: stopped } = inHand;
  const task = JSON.parse(item.task.toString()) as SessionTask;
  using deadline = new Deadline(item.timeoutMs, stopped);
  const { signal } = deadline;
  const { assistant, persona } = conversationsOf(inHand, task, deps);
  let session: JourneySession | undefined;
  const hold = async (context: SessionContext): Promise<HeldConversation> => {
    const { connect } = deps;
    const tools = new ServerSessions(context, {
      connect,
      traceparent: recorder.traceparent,
      signal,
      watchesTools: true,
    });
    try {
      const { goal, sessionId, seed } = task;
      const shared = { tools, recorder, signal };
      const voice = personaVoice({ ...shared, conversation: persona, persona: task.persona, goal, sessionId, seed });
      const scope = {
        ...shared,
        conversation: assistant,
        inventory: async () => ({ inventory: await tools.inventory(), excludedTools: 0, absent: absentIn(context) }),
        begins: (promptIndex: number) => {
          inHand.phase = phaseOfTurn(promptIndex);
        },
      };
      session = new JourneySession(task, scope, voice);
      const end = await session.hold();
      const error = misunderstanding(task, session.turns);
      if (error) return { endNote: '', error };
      if (task.needsInventory) recorder.transcript.inventory = await tools.inventory();
      return end;
    } finally {
      await tools.close();
    }
  };
  const ending = await deps.contexts.use(task, item.projectId, hold).then(
    (end) => end,
    (error: unknown): HeldConversation => ({
      endNote: '',
      error: withoutSecrets(brokenOff(error, inHand, { deadline, session }, deps.log), recorder.secrets),
    }),
  );
  const [byAssistant, byPersona] = await Promise.all([assistant.usage(), persona.usage()]);
  const { inventory } = recorder.transcript;
  return {
    version: 1,
    ...ending,
    turns: session?.turns ?? [],
    usage: {
      ...(byAssistant && { assistant: usageOf(byAssistant) }),
      ...(byPersona && { persona: usageOf(byPersona) }),
    },
    ...given({ inventory }),
    startedAtMs: recorder.startedAt,
    durationMs: Math.round(recorder.at()),
  };
}

const absentIn = ({ absent }: SessionContext): string[] => [...(absent?.keys() ?? [])];

/** The conversations of the two models, whose calls are paid apart. */
function conversationsOf(
  inHand: WorkInHand,
  { runId, account, spec, persona }: SessionTask,
  { platform, conversation }: SessionDeps,
): { assistant: ModelConversation; persona: ModelConversation } {
  const { id, fence } = inHand.item;
  const access =
    spec.access && openAccess(Buffer.from(spec.access.sealed, 'base64'), platform.key, spec.access.context);
  const paid = (purpose: MeterAccount['purpose']): MeterAccount => ({ ...account, suiteId: '', runId, purpose });
  const open = (settings: ConstructorParameters<typeof ModelConversation>[0]) =>
    new ModelConversation(settings, conversation, (waiting) => {
      inHand.waiting = waiting;
    });
  return {
    assistant: open({
      modelId: spec.model,
      access,
      account: paid('turn'),
      callIdPrefix: `${id}.${fence}`,
      // A persona approves every call: no person can be asked.
      client: spec.clientConfig && { ...spec.clientConfig, requireToolApproval: false },
      skills: spec.skills,
    }),
    persona: open({
      modelId: persona.model,
      access,
      account: paid('persona'),
      callIdPrefix: `${id}.${fence}.persona`,
      client: undefined,
      skills: [],
    }),
  };
}

const usageOf = ({
  costMicros,
  isUnreported,
  ...tokens
}: ModelUsage): NonNullable<SessionResult['usage']['assistant']> => ({
  ...tokens,
  ...(isUnreported && { isUnreported }),
  ...given({ costMicros }),
});

/** Stops after which no session with the model can go on for a while. */
const LIMITS = new Set<string>([reasons.BUDGET_EXHAUSTED, 'PROVIDER_RATE_LIMITED', 'PROVIDER_QUOTA_EXHAUSTED']);

function brokenOff(
  error: unknown,
  { item, signal }: WorkInHand,
  { deadline, session }: { deadline: Deadline; session: JourneySession | undefined },
  log: Logger,
): NonNullable<SessionResult['error']> {
  const outcome = executionOutcomeOf(
    error,
    { work: 'session', cancelled: signal.aborted, timedOutAfterMs: deadline.isOver ? item.timeoutMs : undefined },
    log.child({ workId: item.id }),
  );
  const { errorCode: code, errorMessage: message, stop, blame } = outcome;
  const ending = endingOf(outcome);
  const isOthersFault = blame === Blame.PROVIDER || blame === Blame.PLATFORM;
  return {
    code,
    message,
    ending,
    ...(ending === 'limited' && session && { limitedModel: session.movingModel }),
    isRetryable: ending === 'broke' && isOthersFault && stop === undefined,
  };
}

function endingOf({ outcome, blame, stop }: ExecutionOutcome): NonNullable<SessionResult['error']>['ending'] {
  if (stop && LIMITS.has(stop.code)) return 'limited';
  if (outcome === Outcome.TIMED_OUT) return 'timedOut';
  return outcome === Outcome.SETUP_FAILED && blame === Blame.SERVER ? 'setupFailed' : 'broke';
}

/** The result as JSON; without the results of its calls where it would be too large. */
function writtenResult(result: SessionResult): Buffer {
  const written = Buffer.from(JSON.stringify(result));
  if (written.length <= MAX_RESULT) return written;
  const turns = result.turns.map(({ toolCalls, ...turn }) => ({
    ...turn,
    toolCalls: toolCalls.map(({ result: _large, ...call }) => call),
  }));
  return Buffer.from(JSON.stringify({ ...result, turns }));
}
