import type { TranscriptToolCall } from '@assay/contract/areas/transcripts/documents';
import type { ServerInventory } from '@assay/contract/areas/servers/inventory';

/** A call that is to be made. */
export type ToolCall = Pick<TranscriptToolCall, 'serverName' | 'toolName' | 'arguments'>;

/** What came of a call. `latencyMs` is there where it was not measured just now. */
export type ToolAnswer = Pick<TranscriptToolCall, 'result' | 'resultBytes' | 'error' | 'isError' | 'latencyMs'>;

/** A call whose way is clear: `make` takes as long as the tool takes, and throws only when the iteration is over. */
export interface ReadyCall {
  serverId: string;
  replayed?: true;
  make(): Promise<ToolAnswer>;
}

/** The tools that an iteration can use: of servers, or of a recording. */
export interface Tools {
  /** What every server of the run declares. Throws Failure when one cannot be asked. */
  inventory(): Promise<ServerInventory[]>;
  /** Clears the way for a call. Throws Failure when nobody can be asked. */
  ready(call: ToolCall): Promise<ReadyCall>;
}
