import type { SessionPersona, SessionResult, SessionTask } from '@assay/contract/areas/journey-runs/session-work';
import type { TraceSpan } from '@assay/contract/areas/transcripts/trace';
import type { SavedServer } from '@assay/mesh/gen/assay/v1/catalog';
import { SessionOutput } from '@assay/mesh/gen/assay/v1/sessions';
import type { WorkItem } from '@assay/mesh/gen/assay/v1/work';
import { newId } from '@assay/kit/id';
import { boardItem } from '@assay/testkit/work/work-board';
import type { WorkEnding } from '@assay/work/runner/work-handler';
import { turnTask } from './chat-turns.ts';
import { contentsOf } from './platform-stand-in.ts';

/** A session that a runner ended, unpacked. */
export interface HeldSession {
  ending: WorkEnding;
  result: SessionResult;
  spans: TraceSpan[];
}

interface SessionSettings {
  model?: string;
  persona?: Partial<SessionPersona>;
  maxTurns?: number;
  maxSteps?: number;
}

/** A session in which `scripted/rules` on both sides pursues a goal over these servers. */
export const sessionTask = (
  goal: string,
  servers: SavedServer[],
  { model = 'scripted/rules', persona = {}, maxTurns = 8, maxSteps = 8 }: SessionSettings = {},
): SessionTask => ({
  version: 1,
  sessionId: newId('chat'),
  runId: newId('jrun'),
  targetIndex: 0,
  account: { organizationId: 'org', projectId: 'prj', keyId: 'key' },
  spec: turnTask('', servers, { spec: { model } }).spec,
  persona: { name: 'Ada', role: 'engineer', model: 'scripted/rules', ...persona },
  seed: 7,
  goal,
  maxTurns,
  maxSteps,
  needsInventory: false,
});

export const sessionItem = (task: SessionTask, more: Partial<WorkItem> = {}): WorkItem =>
  boardItem('session', task, { id: newId('job'), organizationId: 'org', ...more });

export function heldSession(ending: WorkEnding): HeldSession {
  const { result, parts } = SessionOutput.decode(ending.output);
  return {
    ending,
    result: (result.length > 0 ? JSON.parse(result.toString()) : {}) as SessionResult,
    spans: contentsOf(parts).flatMap(({ spans }) => spans),
  };
}
