import type { AgentGrant } from '@assay/contract/areas/agent/agent-grant';
import type { EffectivePolicy, WantedBrowser } from '@assay/contract/areas/browsers/policy';
import type { ChatTurn } from '@assay/contract/areas/chat-sessions/turn';
import type { CallDecision, SessionSpec, TurnTask } from '@assay/contract/areas/chat-sessions/turn-work';
import type { ClientConfig } from '@assay/contract/areas/clients/config';

/** The live browser of a turn. */
export interface TurnBrowser {
  /** The work item that holds it open. */
  liveId: string;
  /** The runner that has it, which alone can take the turn. */
  runnerId: string;
  policy: EffectivePolicy;
  /** As the message asked for it, for the turn that goes on after an approval. */
  wanted: WantedBrowser;
}

/** The settings of one turn alone. */
export interface TurnSettings extends Pick<
  TurnTask,
  'allowedServerIds' | 'allowedTools' | 'maxSteps' | 'maxToolCalls'
> {
  /** The API key that pays, for the ledger. */
  keyId?: string;
  /** Another client than the session's, for this turn, with the calls that it makes without asking. */
  hostId?: string;
  clientConfig?: ClientConfig;
  approval?: SessionSpec['approval'];
  /** The grant of an agent turn, whose credential is signed each time that a runner leases the turn. */
  agent?: Omit<AgentGrant, 'turnId'>;
  browser?: TurnBrowser;
  /** How long it may take in all, in milliseconds. */
  timeoutMs: number;
  /** The decisions about calls that waited. */
  decisions: CallDecision[];
  /** The decisions with which the turn went on before; absent when it waited once at most. */
  earlierDecisions?: CallDecision[];
}

/** A turn that is to be begun. */
export interface NewTurn {
  idempotencyKey: string;
  requestHash: string;
  /** The version of the session that the caller has read. */
  expectedVersion?: number | undefined;
  message: string;
  settings: TurnSettings;
}

export type TurnStatus = 'queued' | 'running' | ChatTurn['status'];

/** A stored turn. */
export interface Turn {
  id: string;
  sessionId: string;
  promptIndex: number;
  requestHash: string;
  status: TurnStatus;
  settings: TurnSettings;
  /** The answer to its caller, once it has ended or waits. */
  reply: ChatTurn | null;
  error: { code: string; message: string } | null;
  firstMessage: number;
  inputTokens: number;
  outputTokens: number;
  costMicros: number | null;
  /** It was cancelled; its runner may not have reported yet. */
  isCancelled: boolean;
  createdAt: Date;
  begunAt: Date | null;
  endedAt: Date | null;
}

/** Whether no runner has or may have the turn. */
export const isSettled = ({ status }: Pick<Turn, 'status'>): boolean => status !== 'queued' && status !== 'running';

/** Why a turn failed before a model or a server was asked for it: the same request may be made again. */
const REFUSED_CAPACITY = new Set(['BUDGET_EXHAUSTED', 'QUEUE_TIMEOUT']);
export const isCapacityRefusal = (code: string): boolean => REFUSED_CAPACITY.has(code);

/** The largest number of calls of the model in a turn, and of a turn that names none. */
export const MAX_STEPS = 20;
/** How long a turn may take in all, in milliseconds. */
export const TURN_MS = 300_000;
