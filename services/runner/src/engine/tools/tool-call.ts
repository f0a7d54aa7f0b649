import type { TranscriptToolCall } from '@assay/contract/areas/transcripts/documents';
import { given } from '@assay/contract/given';
import { asCall } from '../../reach/recording/call-messages.ts';
import type { WorkRecorder } from '../../reach/recording/recorder.ts';
import type { ToolAnswer, ToolCall, ToolSource } from '../../reach/sessions/tool-source.ts';

/** The parts of an iteration or a turn that a tool call uses. */
export interface CallContext {
  tools: ToolSource;
  recorder: WorkRecorder;
  signal: AbortSignal;
}

export interface PlacedCall extends ToolCall, Pick<TranscriptToolCall, 'origin' | 'widgetOf'> {
  /** From the recorder, at the start of the call. */
  id: string;
  stepId: string;
  stepIndex: number;
  promptIndex?: number;
}

/**
 * At most this much of the results of one iteration is kept, in bytes: its report has to fit into one message of the
 * mesh.
 */
const MAX_KEPT_BYTES = 32 * 1024 * 1024;

/**
 * Calls a tool and records the call. Returns the result even when it is too large to be kept. A call that the server
 * refuses, breaks off or does not answer is evidence about the server; only a call without a server to ask ends the
 * iteration.
 * @throws the reason of the context's signal when that aborted the call.
 */
export async function callTool(
  { tools, recorder, signal }: CallContext,
  wanted: PlacedCall,
): Promise<{ call: TranscriptToolCall; result: TranscriptToolCall['result'] }> {
  const { serverId, replayed, make } = await tools.ready(wanted);
  let startMs = recorder.at();
  const { shown, ...answer } = await asCall(wanted.id, () =>
    make(() => {
      startMs = recorder.at();
    }),
  );
  const latencyMs = answer.latencyMs ?? Math.round((recorder.at() - startMs) * 1_000) / 1_000;
  const { toolCalls } = recorder.transcript;
  const call: TranscriptToolCall = {
    ...wanted,
    serverId,
    ...affordable(answer, toolCalls),
    startMs,
    latencyMs,
    ...given({ replayed }),
  };
  recorder.toolCall(call);
  signal.throwIfAborted();
  return { call, result: shown ?? answer.result };
}

/** Leaves the result out when earlier results have used up the limit. */
function affordable({ result, ...rest }: ToolAnswer, earlier: TranscriptToolCall[]): ToolAnswer {
  const kept = earlier.reduce((sum, call) => sum + (call.result ? call.resultBytes! : 0), 0);
  return { ...rest, ...(result && kept + rest.resultBytes! <= MAX_KEPT_BYTES && { result }) };
}
