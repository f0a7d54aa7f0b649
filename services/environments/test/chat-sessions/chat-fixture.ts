import { gzipSync } from 'node:zlib';
import type { Static, TSchema } from 'typebox';
import type { SendChatMessage } from '@assay/contract/areas/chat-sessions/messages';
import type { ChatTurn } from '@assay/contract/areas/chat-sessions/turn';
import type { TurnEvent, TurnResult, TurnTask } from '@assay/contract/areas/chat-sessions/turn-work';
import type { TranscriptToolCall } from '@assay/contract/areas/transcripts/documents';
import { Role } from '@assay/mesh/gen/assay/v1/catalog';
import type { Screenshot } from '@assay/mesh/gen/assay/v1/browsers';
import { TurnOutput } from '@assay/mesh/gen/assay/v1/turns';
import { WorkService, type WorkItem } from '@assay/mesh/gen/assay/v1/work';
import type { Operation, TargetOf } from '@assay/contract/operation';
import { operations } from '@assay/contract/operations';
import { callOperation } from '@assay/kit/rpc/call-operation';
import type { Caller } from '@assay/kit/security/caller';
import { waitUntil } from '@assay/testkit/until';
import { answeredWork, failedWork, givenBack, type WorkEnding } from '@assay/work/runner/work-handler';
import { startTestEnvironments, type TestEnvironments } from '../support/start.ts';
import { storedClient } from '../support/stored.ts';

const KIND = 'turn';

/** A result of a turn in which the model says `text`. */
export const saidResult = (text: string, more: Partial<TurnResult> = {}): TurnResult => ({
  version: 1,
  finishReason: 'stop',
  messages: [{ role: 'assistant', text, calls: [] }],
  toolCalls: [],
  pending: [],
  usage: { inputTokens: 10, outputTokens: 5, cachedInputTokens: 0, calls: 1, costMicros: 7 },
  offeredTools: 3,
  excludedTools: 0,
  startedAtMs: 1,
  durationMs: 2,
  ...more,
});

/** A call of `echo` that the server answered. */
export const echoCall = (id: string, more: Partial<TranscriptToolCall> = {}): TranscriptToolCall => ({
  id,
  stepId: '',
  stepIndex: 0,
  serverId: 'srv_everything',
  serverName: 'everything',
  toolName: 'echo',
  arguments: { message: 'hi' },
  result: { content: [{ type: 'text', text: 'Echo: hi' }] },
  isError: false,
  startMs: 1,
  latencyMs: 1,
  ...more,
});

/** The service with chats of its callers, and a runner whose steps the test makes. */
export async function startChats(settings: Parameters<typeof startTestEnvironments>[0] = {}) {
  const service = await startTestEnvironments(settings);
  service.directory.roles.set('usr_1', Role.MEMBER).set('usr_2', Role.MEMBER).set('usr_admin', Role.ADMIN);
  await storedClient(service.pool, { name: 'Default', isDefault: true, changes: { serverIds: [] } });
  let keys = 0;
  const chatCaller = (userId = 'usr_1'): Caller => ({ requestId: 'req_test', organizationId: 'org_1', userId });

  const ask = async <Req, In extends TSchema, Out extends TSchema>(
    operation: Operation<Req, In, Out>,
    target: TargetOf<Req>,
    input: object = {},
    caller: Caller = chatCaller(),
  ): Promise<Static<Out>> =>
    (await callOperation(service.mesh, operation, target, input as Static<In>, { caller })) as Static<Out>;

  return {
    ...service,
    ask,
    chatCaller,
    /** Sends a message with a key of its own; to `srv_everything` when it begins a session. */
    send: (message: string, more: Partial<SendChatMessage> = {}, caller?: Caller): Promise<ChatTurn> =>
      ask(
        operations.sendChatMessage,
        {},
        {
          idempotencyKey: `key ${++keys}`,
          message,
          ...(more.sessionId === undefined && more.environmentId === undefined && { serverIds: ['srv_everything'] }),
          ...more,
        },
        caller,
      ),
    runner: playedTurns(service),
    runnerChannel: service.runner,
  };
}

export type Chats = Awaited<ReturnType<typeof startChats>>;

/** A runner of turns whose steps the test makes. */
function playedTurns({ runner }: TestEnvironments) {
  const lease = async (): Promise<WorkItem[]> =>
    (
      await runner.call(WorkService.lease, {
        runnerId: 'played',
        freeSlots: 1,
        waitMs: 0,
        kinds: [KIND],
        labels: ['browser'],
      })
    ).items;
  const end = async ({ id, fence }: WorkItem, ending: WorkEnding): Promise<boolean> => {
    const reports = [{ id, kind: KIND, fence, ...ending }];
    return (await runner.call(WorkService.complete, { runnerId: 'played', reports })).refusedIds.length > 0;
  };
  const outputOf = (result: TurnResult, secrets: string[], spans: object[], screenshots: Screenshot[]): Buffer => {
    const body = gzipSync(JSON.stringify({ spans, wire: [] }));
    const parts = spans.length > 0 ? [{ index: 0, body }] : [];
    return Buffer.from(
      TurnOutput.encode({ result: Buffer.from(JSON.stringify(result)), parts, secrets, screenshots }).finish(),
    );
  };
  const take = async (): Promise<WorkItem> =>
    (
      await waitUntil(async () => {
        const items = await lease();
        return items.length > 0 && items;
      })
    )[0]!;
  const complete = (
    item: WorkItem,
    result: TurnResult,
    {
      secrets = [],
      spans = [],
      screenshots = [],
    }: { secrets?: string[]; spans?: object[]; screenshots?: Screenshot[] } = {},
  ): Promise<boolean> => end(item, answeredWork(outputOf(result, secrets, spans, screenshots)));
  return {
    lease,
    /** The next turn, as soon as there is one. */
    take,
    taskOf: ({ task }: WorkItem): TurnTask => JSON.parse(task.toString()) as TurnTask,
    /** True when the report came too late. */
    complete,
    fail: (item: WorkItem, errorCode: string, errorMessage = 'It failed.'): Promise<boolean> =>
      end(item, failedWork({ errorCode, errorMessage })),
    giveBack: (item: WorkItem, begun = false): Promise<boolean> => end(item, givenBack(begun)),
    /** Takes the next turn and lets the model say `text`. */
    say: async (text: string, more: Partial<TurnResult> = {}): Promise<TurnTask> => {
      const item = await take();
      await complete(item, saidResult(text, more));
      return JSON.parse(item.task.toString()) as TurnTask;
    },
    /** Beats with events; answers whether the turn is to be stopped. */
    tell: async ({ id, fence }: WorkItem, events: { index: number; event: TurnEvent }[] = []): Promise<boolean> => {
      const told = events.map(({ index, event }) => ({ index, body: Buffer.from(JSON.stringify(event)) }));
      const beats = [{ id, kind: KIND, fence, phase: '', parts: [], events: told }];
      return (await runner.call(WorkService.beat, { runnerId: 'played', beats })).stopIds.length > 0;
    },
  };
}

/** A client whose tools need approval. */
export const approvingClient = ({ pool }: Chats): Promise<string> =>
  storedClient(pool, { changes: { requireToolApproval: true, serverIds: ['srv_everything'] } });
