import type { TurnResult, TurnTask } from '@assay/contract/areas/chat-sessions/turn-work';
import { secretsIn, withoutSecrets } from '@assay/contract/areas/servers/secret-values';
import { given } from '@assay/contract/given';
import type { ModelUsage } from '@assay/mesh/gen/assay/v1/iterations';
import type { Screenshot } from '@assay/mesh/gen/assay/v1/browsers';
import { TurnOutput } from '@assay/mesh/gen/assay/v1/turns';
import { Deadline } from '@assay/kit/concurrency/deadline';
import type { Logger } from '@assay/kit/log';
import { answeredWork, failedWork, givenBack, type WorkHandler } from '@assay/work/runner/work-handler';
import { failureOf } from '@assay/work/runner/within-time';
import { RunnerStops, type WorkInHand } from '@assay/work/runner/work-in-hand';
import type { BrowserTools, BrowserToolsOptions } from '../../engine/tools/browser-tools.ts';
import type { LiveBrowsers } from '../../reach/browsers/live-browsers.ts';
import { executionOutcomeOf } from '../../engine/turns/execution-outcome.ts';
import { openAccess } from '../../engine/models/models.ts';
import type { PlatformLink } from '../../reach/platform/platform-link.ts';
import { recordInHand } from '../../reach/recording/record-in-hand.ts';
import { recordWith, type WorkRecorder } from '../../reach/recording/recorder.ts';
import type { ConnectSession } from '../../reach/sessions/connect.ts';
import { ServerSessions } from '../../reach/sessions/sessions.ts';
import {
  ModelConversation,
  type ConversationDeps,
  type ConversationSettings,
} from '../../engine/turns/model-conversation.ts';
import type { ChatContexts } from './chat-contexts.ts';
import { ChatTurn } from '../../engine/turns/chat-turn.ts';
import { readTurnInventory, turnServers } from './turn-servers.ts';

/** Dependencies that all turns of this runner share. */
export interface TurnDeps {
  chats: ChatContexts;
  platform: Pick<PlatformLink, 'catalog' | 'key' | 'own'>;
  connect: ConnectSession;
  /** The browsers of sessions that this runner holds. */
  live: LiveBrowsers;
  conversation: ConversationDeps;
  log: Logger;
}

/** At most this large is a result, in bytes: it has to fit into one message of the mesh. */
const MAX_RESULT = 48 * 1024 * 1024;

/**
 * Handles turns of chat sessions: every error ends up in the result, with everything that was done before it. A turn that
 * has done nothing when its runner stops is given back.
 */
export const turnHandler =
  (deps: TurnDeps): WorkHandler =>
  async (inHand) => {
    const { recorder, parts } = recordInHand(inHand);
    try {
      const taken = await recordWith(recorder, () => takenTurn(inHand, deps, recorder));
      if (!taken) return givenBack(false);
      const written = writtenResult(taken.result);
      const secrets = secretsIn(written.toString(), recorder.secrets);
      const output = TurnOutput.encode({
        result: written,
        parts: await parts.undelivered(),
        secrets,
        screenshots: taken.screenshots,
      });
      return answeredWork(Buffer.from(output.finish()));
    } catch (error) {
      return failedWork(failureOf(error, 'this turn', deps.log));
    }
  };

/** Undefined when another runner may take the turn as if it had never begun. */
async function takenTurn(
  inHand: WorkInHand,
  deps: TurnDeps,
  recorder: WorkRecorder,
): Promise<{ result: TurnResult; screenshots: Screenshot[] } | undefined> {
  const { item, signal: stopped } = inHand;
  const task = JSON.parse(item.task.toString()) as TurnTask;
  using deadline = new Deadline(item.timeoutMs, stopped);
  const conversation = new ModelConversation(settingsOf(inHand, task, deps), deps.conversation, (waiting) => {
    inHand.waiting = waiting;
  });
  let turn: ChatTurn | undefined;
  let browser: BrowserTools | undefined;
  // The browser does not become idle while the model thinks.
  using _held = task.browser && deps.live.find(task.browser.liveId)?.hold();
  const ending = await deps.chats
    .use(task.sessionId, async (chat) => {
      const servers = turnServers(chat, { task, projectId: item.projectId, ...deps, signal: deadline.signal });
      const sessions = new ServerSessions(servers, {
        connect: deps.connect,
        traceparent: recorder.traceparent,
        signal: deadline.signal,
        watchesTools: true,
      });
      browser = await browserTools(task, { ...deps, servers: sessions, signal: deadline.signal });
      const tools = browser ?? sessions;
      turn = new ChatTurn(task, {
        turnId: item.id,
        conversation,
        tools,
        recorder,
        signal: deadline.signal,
        inventory: () => readTurnInventory(tools, servers, task),
        say: (event) => inHand.say(withoutSecrets(event, recorder.secrets)),
      });
      return turn.take().finally(() => turn?.flush());
    })
    .then(
      (finishReason) => ({ finishReason }),
      (error: unknown) => ({
        finishReason: 'error',
        error: withoutSecrets(errorOf(error, inHand, deadline, deps.log), recorder.secrets),
      }),
    );
  const used = await conversation.usage();
  const messages = turn?.messages ?? [];
  if (stopped.reason instanceof RunnerStops && messages.length === 0 && 'error' in ending) return undefined;
  const result: TurnResult = {
    version: 1,
    ...ending,
    messages,
    toolCalls: recorder.transcript.toolCalls,
    pending: turn?.pending ?? [],
    ...(used && { usage: usageOf(used) }),
    ...(turn?.counts ?? { offeredTools: 0, excludedTools: 0 }),
    startedAtMs: recorder.startedAt,
    durationMs: Math.round(recorder.at()),
  };
  return { result, screenshots: browser?.screenshots ?? [] };
}

/** The tools of a turn with a browser; loaded with the first one. */
async function browserTools(
  { spec, browser }: TurnTask,
  options: Pick<BrowserToolsOptions, 'live' | 'servers' | 'signal'>,
): Promise<BrowserTools | undefined> {
  if (!browser) return undefined;
  const { BrowserTools } = await import('../../engine/tools/browser-tools.ts');
  return new BrowserTools({ ...options, ...browser, serverNames: spec.servers.map(({ name }) => name) });
}

const usageOf = ({ costMicros, isUnreported, ...tokens }: ModelUsage): NonNullable<TurnResult['usage']> => ({
  ...tokens,
  ...(isUnreported && { isUnreported }),
  ...given({ costMicros }),
});

function settingsOf(
  { item: { id, fence } }: WorkInHand,
  { spec, account }: TurnTask,
  { platform }: TurnDeps,
): ConversationSettings {
  const { model, access, clientConfig, skills } = spec;
  return {
    modelId: model,
    access: access && openAccess(Buffer.from(access.sealed, 'base64'), platform.key, access.context),
    account: { ...account, suiteId: '', runId: '', purpose: 'chat' },
    callIdPrefix: `${id}.${fence}`,
    client: clientConfig,
    skills,
  };
}

function errorOf(
  error: unknown,
  { item, signal }: WorkInHand,
  deadline: Deadline,
  log: Logger,
): NonNullable<TurnResult['error']> {
  if (signal.reason instanceof RunnerStops)
    return { code: 'RUNNER_STOPPED', message: 'The runner was stopped during the turn.' };
  const { errorCode: code, errorMessage: message } = executionOutcomeOf(
    error,
    { work: 'turn', cancelled: signal.aborted, timedOutAfterMs: deadline.isOver ? item.timeoutMs : undefined },
    log.child({ turnId: item.id }),
  );
  return { code, message };
}

/** The result as JSON; without the results of its calls where it would be too large. */
function writtenResult(result: TurnResult): Buffer {
  const written = Buffer.from(JSON.stringify(result));
  if (written.length <= MAX_RESULT) return written;
  return Buffer.from(
    JSON.stringify({ ...result, toolCalls: result.toolCalls.map(({ result: _large, ...call }) => call) }),
  );
}
