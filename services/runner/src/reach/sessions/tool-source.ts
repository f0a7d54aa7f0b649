import type { TranscriptToolCall } from '@assay/contract/areas/transcripts/documents';
import type { ServerInventory } from '@assay/contract/areas/servers/inventory';

/** A requested call. */
export type ToolCall = Pick<TranscriptToolCall, 'id' | 'serverName' | 'toolName' | 'arguments'>;

/** The outcome of a call. `latencyMs` is set when it was not measured just now. */
export type ToolAnswer = Pick<
  TranscriptToolCall,
  'result' | 'resultBytes' | 'error' | 'findings' | 'isError' | 'latencyMs'
> & {
  /** The result for the model where it is another one: with images that are kept beside the transcript. */
  shown?: TranscriptToolCall['result'];
};

/**
 * A prepared call. `make` throws only when the work is over or no server can be asked; it calls `began` when the call is
 * sent, if it had to wait for other calls.
 */
export interface ReadyCall {
  serverId: string;
  replayed?: true;
  make(began: () => void): Promise<ToolAnswer>;
}

/** The tools of an iteration or a turn, from servers or from a cassette. */
export interface ToolSource {
  /** The tools that every server declares. Throws IterationFailure when a server cannot be asked. */
  inventory(): Promise<ServerInventory[]>;
  /** Prepares a call. Throws IterationFailure when there is no server to ask. */
  ready(call: ToolCall): Promise<ReadyCall>;
}
