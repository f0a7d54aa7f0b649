import type { SessionSpec, TurnEvent, TurnResult, TurnTask } from '@assay/contract/areas/chat-sessions/turn-work';
import type { TraceSpan } from '@assay/contract/areas/transcripts/trace';
import type { SavedServer } from '@assay/mesh/gen/assay/v1/catalog';
import type { Screenshot } from '@assay/mesh/gen/assay/v1/browsers';
import { TurnOutput } from '@assay/mesh/gen/assay/v1/turns';
import type { WorkItem } from '@assay/mesh/gen/assay/v1/work';
import { newId } from '@assay/kit/id';
import { boardItem } from '@assay/testkit/work/work-board';
import type { WorkEnding } from '@assay/work/runner/work-handler';
import type { WorkInHand } from '@assay/work/runner/work-in-hand';
import { contentsOf } from './platform-stand-in.ts';

/** A turn that a runner ended, unpacked. */
export interface TakenTurn {
  ending: WorkEnding;
  result: TurnResult;
  secrets: string[];
  screenshots: Screenshot[];
  events: TurnEvent[];
  spans: TraceSpan[];
}

type TurnSettings = Partial<Omit<TurnTask, 'spec'>> & { spec?: Partial<SessionSpec> };

/** A turn that says `text` to `scripted/rules` over these servers. */
export const turnTask = (text: string, servers: SavedServer[], { spec, ...more }: TurnSettings = {}): TurnTask => ({
  version: 1,
  sessionId: newId('chat'),
  promptIndex: 0,
  account: { organizationId: 'org', projectId: 'prj', keyId: 'key' },
  maxSteps: 8,
  messages: [{ role: 'user', text }],
  decisions: [],
  ...more,
  spec: {
    model: 'scripted/rules',
    servers: servers.map(({ id, name }) => ({ id, name })),
    declaredServers: [],
    skills: [],
    approval: 'auto',
    ...spec,
  },
});

/** The next turn of the session of a turn. */
export const nextTurn = (
  task: TurnTask,
  { result }: TakenTurn,
  text: string,
  more: Partial<TurnTask> = {},
): TurnTask => ({
  ...task,
  promptIndex: task.promptIndex + 1,
  messages: [...task.messages, ...result.messages, { role: 'user', text }],
  decisions: [],
  ...more,
});

/** The same turn, after a person decided about its pending calls. */
export const decidedTurn = (task: TurnTask, { result }: TakenTurn, isApproved: boolean): TurnTask => ({
  ...task,
  messages: [...task.messages, ...result.messages],
  decisions: result.pending.map(({ toolCallId }) => ({ toolCallId, isApproved })),
});

export const turnItem = (task: TurnTask, more: Partial<WorkItem> = {}): WorkItem =>
  boardItem('turn', task, { id: newId('turn'), organizationId: 'org', ...more });

export const eventsOf = ({ unheard }: WorkInHand): TurnEvent[] =>
  unheard.map(({ body }) => JSON.parse(body.toString()) as TurnEvent);

export function takenTurn(ending: WorkEnding, events: TurnEvent[]): TakenTurn {
  const { result, secrets, parts, screenshots } = TurnOutput.decode(ending.output);
  return {
    ending,
    result: (result.length > 0 ? JSON.parse(result.toString()) : {}) as TurnResult,
    secrets,
    screenshots,
    events,
    spans: contentsOf(parts).flatMap(({ spans }) => spans),
  };
}
