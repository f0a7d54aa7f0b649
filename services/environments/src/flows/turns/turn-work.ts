import {
  AGENT_SCOPE,
  AGENT_TOKEN_PREFIX,
  PLATFORM_SERVER,
  type AgentGrant,
} from '@assay/contract/areas/agent/agent-grant';
import { BROWSER_COMMAND_KIND, BROWSER_KIND } from '@assay/contract/areas/browsers/browser-work';
import type { TurnTask } from '@assay/contract/areas/chat-sessions/turn-work';
import { IMAGE_BUILD_KIND } from '@assay/contract/areas/images/build-kind';
import { given } from '@assay/contract/given';
import type { Db, Pool } from '@assay/kit/postgres/db';
import { expiringToken } from '@assay/kit/security/signed-token';
import { maskedJson } from '@assay/transcripts/mask';
import { storedPart } from '@assay/transcripts/stored-part';
import { queuedWork, type QueuedKind } from '@assay/work/queue/queued-work';
import type { LeasedWork } from '@assay/work/service/work-source';
import type { WorkProvider } from '@assay/work/service/work-service';
import { hearBrowsers, settleBrowsers } from '../../actions/browsers/settle-browsers.ts';
import { settleCommands } from '../../actions/browsers/settle-commands.ts';
import { settleBuilds } from '../../actions/images/settle-builds.ts';
import { settleStudyExplanation } from '../../actions/study-analytics/settle-study-explanation.ts';
import { EXPLAIN_STUDY_KIND } from '../../actions/study-analytics/start-study-insights.ts';
import { TURN_KIND, type QueuedTurn } from '../../actions/turns/begin-turn.ts';
import { loseTurn, RUNNER_LOST } from '../../actions/turns/lose-turns.ts';
import { settleTurns } from '../../actions/turns/settle-turn.ts';
import type { Deps } from '../../deps.ts';
import { conversationOf, MAX_HISTORY_MESSAGES } from '../../domain/turns/conversation.ts';
import { isSettled, type Turn } from '../../domain/turns/turn.ts';
import { listRunnable, type RunnableSession } from '../../store/chat-sessions/chat-sessions.ts';
import { markBuilding } from '../../store/images/image-builds.ts';
import { listLastMessages } from '../../store/turns/chat-messages.ts';
import { insertHeardEvents } from '../../store/turns/turn-events.ts';
import { insertTurnParts, type TurnPart } from '../../store/turns/turn-parts.ts';
import { findTurn, markBegun, markWaiting } from '../../store/turns/turns.ts';

/** How long the credential of an agent turn is accepted, in milliseconds: longer than any such turn takes. */
const CREDENTIAL_MS = 2 * 60_000;

/** The work source of this service: turns of chat sessions, their browsers, explanations of findings, and builds of sandbox images. */
export const turnWork = ({ pool, wakeUp, meshSecret }: Pick<Deps, 'pool' | 'wakeUp' | 'meshSecret'>): WorkProvider => ({
  sources: [
    queuedWork(pool, {
      [TURN_KIND]: turnKind(pool, meshSecret),
      [BROWSER_KIND]: { settle: settleBrowsers, heard: hearBrowsers },
      [BROWSER_COMMAND_KIND]: { settle: settleCommands },
      [EXPLAIN_STUDY_KIND]: { settle: settleStudyExplanation },
      // Building is idempotent, so a build whose runner was lost is handed to another one.
      [IMAGE_BUILD_KIND]: {
        settle: settleBuilds,
        progress: (db, phases) =>
          markBuilding(
            db,
            phases.map(({ id }) => id),
          ),
      },
    }),
  ],
  wakeUp,
});

/** Work of kind `turn`: a turn's task is built when a runner leases the item, and no turn is handed out twice. */
const turnKind = (pool: Pool, meshSecret: string): QueuedKind => ({
  settle: settleTurns,

  recorded: async (db, parts) => {
    const stored: TurnPart[] = [];
    for (const { id, fence, index, body } of parts)
      stored.push({ ownerId: id, fence, part: index, ...(await storedPart(body)) });
    await insertTurnParts(db, stored);
  },

  heard: async (db, events) => {
    await insertHeardEvents(
      db,
      events.map(({ id, fence, index, body }) => ({
        turnId: id,
        fence,
        index,
        body: maskedJson(JSON.parse(body.toString())),
      })),
    );
  },

  returned: (tx, items) =>
    markWaiting(
      tx,
      items.map(({ id }) => id),
    ),

  tasks: async (db, items) => {
    const begun = await markBegun(db, items);
    const sessions = await listRunnable(
      db,
      begun.map(({ sessionId }) => sessionId),
    );
    const queued = new Map(items.map(({ id, task }) => [id, JSON.parse(task.toString()) as QueuedTurn]));
    const tasks = new Map<string, Buffer>();
    for (const turn of begun) {
      const task = await taskOf(db, turn, sessions.get(turn.sessionId)!, queued.get(turn.id)!);
      tasks.set(turn.id, Buffer.from(JSON.stringify(withAgentCredential(task, turn, meshSecret))));
    }
    for (const item of items) if (!tasks.has(item.id)) await loseIfBegun(pool, item);
    return tasks;
  },
});

/** Its former runner went silent over it, so it is not handed out again. */
async function loseIfBegun(pool: Pool, { id, fence }: LeasedWork): Promise<void> {
  const turn = await findTurn(pool, id);
  if (turn && !isSettled(turn)) await loseTurn(pool, id, RUNNER_LOST, fence);
}

async function taskOf(
  db: Db,
  { sessionId, promptIndex, settings }: Turn,
  { spec, organizationId, projectId }: RunnableSession,
  { message }: QueuedTurn,
): Promise<TurnTask> {
  const {
    keyId = '',
    clientConfig,
    approval = spec.approval,
    allowedServerIds,
    allowedTools,
    maxSteps,
    maxToolCalls,
    decisions,
    browser,
  } = settings;
  const stored = (await listLastMessages(db, sessionId, MAX_HISTORY_MESSAGES)).map(({ body }) => body);
  // The stored message is masked; the model is given the message itself.
  const messages = message === undefined ? stored : [...stored.slice(0, -1), { role: 'user' as const, text: message }];
  return {
    version: 1,
    sessionId,
    promptIndex,
    account: { organizationId, projectId, keyId },
    spec: { ...spec, approval, ...given({ clientConfig }) },
    ...given({ allowedServerIds, allowedTools }),
    maxSteps,
    ...given({ maxToolCalls }),
    messages: conversationOf(messages, new Set(decisions.map(({ toolCallId }) => toolCallId))),
    decisions,
    ...(browser && { browser: { liveId: browser.liveId, policy: browser.policy } }),
  };
}

/**
 * The task of an agent turn with the credential for the platform's own tools; any other task as it is. The credential
 * is signed when a runner leases the turn and stored nowhere.
 */
function withAgentCredential(task: TurnTask, { id: turnId, settings }: Turn, meshSecret: string): TurnTask {
  if (!settings.agent) return task;
  const grant: AgentGrant = { turnId, ...settings.agent };
  const token = expiringToken(meshSecret, AGENT_SCOPE, JSON.stringify(grant), Date.now() + CREDENTIAL_MS);
  const headers = { Authorization: `Bearer ${AGENT_TOKEN_PREFIX}${token}` };
  const declaredServers = task.spec.declaredServers.map(({ declaration, ...server }) => ({
    ...server,
    declaration: server.id === PLATFORM_SERVER.id ? { ...declaration!, headers } : declaration!,
  }));
  return { ...task, spec: { ...task.spec, declaredServers } };
}
