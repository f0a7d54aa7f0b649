import type { TranscriptToolCall } from '@assay/contract/documents/transcript';
import { Problem } from '@assay/contract/problem';
import { redactText } from '@assay/kit/redact';
import type { ToolResult } from '@assay/mcp/session';
import type { Stage } from './run-steps.ts';

export interface PlacedCall {
  /** From the recorder, taken when the call begins. */
  id: string;
  stepId: string; stepIndex: number; promptIndex?: number;
  serverName: string; toolName: string; arguments: Record<string, unknown>;
}

/** How much of the results one iteration keeps, in bytes: its report has to fit into one message of the mesh. */
const MAX_KEPT_BYTES = 32 * 1024 * 1024;

/**
 * Calls a tool and writes the call down; answers the result also where it is too large to be kept. A call that the server refuses, breaks off or leaves unanswered is evidence about
 * the server like any other result; only a server that cannot be connected to at all ends the iteration.
 * @throws the reason of the stage's signal when that aborted the call.
 */
export async function callTool({ sessions, recorder, signal }: Stage, wanted: PlacedCall): Promise<{ call: TranscriptToolCall; result: TranscriptToolCall['result'] }> {
  const { server, session } = await sessions.open(wanted.serverName);
  const startMs = recorder.at();
  const outcome = await answer(() => session.callTool(wanted.toolName, wanted.arguments, { signal, traceparent: recorder.traceparent }), signal);
  const latencyMs = Math.round((recorder.at() - startMs) * 1_000) / 1_000;
  if (outcome.error?.code === 'SERVER_UNREACHABLE') sessions.lost(server, session);
  const { toolCalls } = recorder.transcript;
  const call: TranscriptToolCall = { ...wanted, serverId: server.id, ...affordable(outcome, toolCalls), startMs, latencyMs };
  recorder.toolCall(call);
  signal.throwIfAborted();
  return { call, result: outcome.result };
}

type Outcome = Pick<TranscriptToolCall, 'result' | 'resultBytes' | 'error' | 'isError'>;

async function answer(ask: () => Promise<ToolResult>, signal: AbortSignal): Promise<Outcome> {
  try {
    const { json, value: result } = await ask();
    return { result, resultBytes: Buffer.byteLength(json), isError: result.isError === true };
  } catch (error) {
    if (signal.aborted) return { error: { code: 'CANCELLED', message: 'The iteration ended before the answer came.' }, isError: true };
    if (!(error instanceof Problem)) throw error;
    return { error: { code: error.code, message: redactText(error.message, 200) }, isError: true };
  }
}

/** Leaves the result out when the calls before it have used up what may be kept. */
function affordable({ result, ...rest }: Outcome, earlier: TranscriptToolCall[]): Outcome {
  const kept = earlier.reduce((sum, call) => sum + (call.result ? call.resultBytes! : 0), 0);
  return { ...rest, ...(result && kept + rest.resultBytes! <= MAX_KEPT_BYTES && { result }) };
}
