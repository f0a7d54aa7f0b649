import type { TranscriptToolCall } from '@assay/contract/documents/transcript';
import { Problem } from '@assay/contract/problem';
import { redactText } from '@assay/kit/redact';
import type { ToolResult } from '@assay/mcp/session';
import type { Stage } from './run-steps.ts';

export interface WantedCall {
  stepId: string; stepIndex: number; promptIndex?: number;
  serverName: string; toolName: string; arguments: Record<string, unknown>;
}

/**
 * Calls a tool and writes the call down. A call that the server refuses, breaks off or leaves unanswered is evidence about
 * the server like any other result; only a server that cannot be connected to at all ends the iteration.
 */
export async function callTool({ sessions, recorder, signal }: Stage, wanted: WantedCall): Promise<TranscriptToolCall> {
  const { server, session } = await sessions.open(wanted.serverName);
  const startMs = recorder.at();
  const outcome = await answer(() => session.callTool(wanted.toolName, wanted.arguments, { signal, traceparent: recorder.traceparent }));
  signal.throwIfAborted();
  const call: TranscriptToolCall = {
    id: `call_${recorder.transcript.toolCalls.length + 1}`, ...wanted, serverId: server.id,
    ...outcome, startMs, latencyMs: Math.round((recorder.at() - startMs) * 1_000) / 1_000,
  };
  recorder.toolCall(call);
  return call;
}

type Outcome = Pick<TranscriptToolCall, 'result' | 'resultBytes' | 'error' | 'isError'>;

async function answer(ask: () => Promise<ToolResult>): Promise<Outcome> {
  try {
    const { json, value: result } = await ask();
    return { result, resultBytes: Buffer.byteLength(json), isError: result.isError === true };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { error: { code: error.code, message: redactText(error.message, 200) }, isError: true };
  }
}
