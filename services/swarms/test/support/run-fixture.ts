import type { SessionResult, SessionTask, SessionTurn } from '@assay/contract/areas/journey-runs/session-work';
import type { TranscriptToolCall } from '@assay/contract/areas/transcripts/documents';
import { SessionOutput } from '@assay/mesh/gen/assay/v1/sessions';
import { WorkService, type WorkItem } from '@assay/mesh/gen/assay/v1/work';
import { operations } from '@assay/contract/operations';
import type { TestSwarms } from './start.ts';

/** A call of a tool of the server `srv`. */
export const toolCall = (toolName: string, more: Partial<TranscriptToolCall> = {}): TranscriptToolCall => ({
  id: 'c',
  stepId: '',
  stepIndex: 0,
  serverId: 'srv',
  serverName: 'everything',
  toolName,
  arguments: {},
  result: { content: [{ type: 'text', text: 'done' }] },
  isError: false,
  startMs: 0,
  ...more,
});
export const failedCall = (toolName: string, text: string): TranscriptToolCall =>
  toolCall(toolName, { isError: true, result: { isError: true, content: [{ type: 'text', text }] } });

/** A turn with an answer, after these calls. */
export const turn = (
  promptIndex: number,
  toolCalls: TranscriptToolCall[],
  more: Partial<SessionTurn> = {},
): SessionTurn => ({
  promptIndex,
  status: 'completed',
  finishReason: 'stop',
  messages: [
    { role: 'user', text: `Question ${promptIndex}` },
    { role: 'assistant', text: `Answer ${promptIndex}`, calls: [] },
  ],
  toolCalls,
  askedAtMs: 1_000 + promptIndex * 1_000,
  endedAtMs: 1_500 + promptIndex * 1_000,
  ...more,
});

/** The result of a conversation of one turn, unless `more` says otherwise. */
export const resultOf = (toolCalls: TranscriptToolCall[], more: Partial<SessionResult> = {}): SessionResult => ({
  version: 1,
  endReason: 'goalReached',
  endNote: '',
  turns: [turn(0, toolCalls)],
  usage: { assistant: { inputTokens: 10, outputTokens: 5, cachedInputTokens: 0, calls: 1, costMicros: 7 } },
  startedAtMs: 1_000,
  durationMs: 500,
  ...more,
});

export const brokeOff = (error: Partial<NonNullable<SessionResult['error']>>): SessionResult => {
  const { endReason: _endReason, ...result } = resultOf([], { turns: [] });
  return { ...result, error: { code: 'X', message: 'x', ending: 'broke', isRetryable: false, ...error } };
};

/** A runner of the service's work, and a journey to launch. */
export class RunFixture {
  readonly swarms: TestSwarms;
  readonly project = { projectId: 'prj_1' };

  constructor(swarms: TestSwarms) {
    this.swarms = swarms;
  }

  /** Leases items that wait, at most `count`. */
  async lease(kind = 'session', count = 100): Promise<WorkItem[]> {
    const { items } = await this.swarms.runner.call(WorkService.lease, {
      runnerId: 'runner_1',
      labels: [],
      kinds: [kind],
      freeSlots: count,
      waitMs: 0,
    });
    return items;
  }

  /** Reports items; answers the ids that came too late. */
  async report(...ends: [item: WorkItem, result: object | { code: string }][]): Promise<string[]> {
    const { refusedIds } = await this.swarms.runner.call(WorkService.complete, {
      runnerId: 'runner_1',
      reports: ends.map(([{ id, kind, fence }, result]) => {
        const base = { id, kind, fence, givenBack: false, begun: true, errorCode: '', errorMessage: '' };
        if ('code' in result) return { ...base, output: Buffer.alloc(0), errorCode: result.code, errorMessage: 'lost' };
        const written = Buffer.from(JSON.stringify(result));
        const output =
          kind === 'session'
            ? Buffer.from(SessionOutput.encode({ result: written, parts: [], secrets: [] }).finish())
            : written;
        return { ...base, output };
      }),
    });
    return refusedIds;
  }

  /** Tells of the phases of items under way; answers the ids of the items to stop. */
  async beat(...phases: [item: WorkItem, phase: string][]): Promise<string[]> {
    const { stopIds } = await this.swarms.runner.call(WorkService.beat, {
      runnerId: 'runner_1',
      beats: phases.map(([{ id, kind, fence }, phase]) => ({ id, kind, fence, phase, parts: [], events: [] })),
    });
    return stopIds;
  }

  /** Holds every session that waits, with the result that `of` makes of its task. */
  async hold(of: (task: SessionTask) => SessionResult): Promise<void> {
    for (;;) {
      const items = await this.lease();
      if (items.length === 0) return;
      await this.report(...items.map((item) => [item, of(taskOf(item))] as [WorkItem, SessionResult]));
    }
  }

  async journey(more: object = {}): Promise<string> {
    const { id: personaId } = await this.swarms.call(operations.createPersona, this.project, {
      name: 'Ada',
      role: 'engineer',
    });
    const draft = {
      goal: 'Find tea',
      personaId,
      environmentIds: ['env_1'],
      sessionsPerTarget: 2,
      maxTurns: 3,
      rubric: { criteria: [{ id: 'clean', kind: 'assertion', assertion: { type: 'noToolErrors' } }] },
      ...more,
    };
    return (await this.swarms.call(operations.createJourney, this.project, draft)).id;
  }

  launch(journeyId: string, body: object = {}, key = '') {
    return this.swarms.call(operations.launchJourneyRun, { ...this.project, journeyId, idempotencyKey: key }, body);
  }

  read(runId: string) {
    return this.swarms.call(operations.getJourneyRun, { ...this.project, runId });
  }
}

export const taskOf = (item: WorkItem): SessionTask => JSON.parse(item.task.toString()) as SessionTask;
