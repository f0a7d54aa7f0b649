import type { TracePartContent, TraceSpan } from '@assay/contract/areas/transcripts/trace';
import type { Transcript } from '@assay/contract/areas/transcripts/documents';
import { operations } from '@assay/contract/operations';
import { compress } from '@assay/kit/compress';
import { echoCase, echoTranscript, type HeldItem, type RunsFixture } from './harness.ts';

/** The trace of every iteration. */
export const traceId = 'a'.repeat(32);
export const spans: TraceSpan[] = [
  { id: 's', name: 'prompt call', category: 'step', startMs: 0, endMs: 5, stepIndex: 0, status: 'ok' },
  {
    id: 'm',
    name: 'chat',
    category: 'llm',
    startMs: 1,
    endMs: 2.5,
    stepIndex: 0,
    promptIndex: 0,
    modelId: 'bedrock/claude-x',
    inputTokens: 12,
    outputTokens: 7,
    finishReason: 'tool-calls',
    status: 'ok',
  },
  {
    id: 'call_1',
    name: 'tools/call echo',
    category: 'tool',
    startMs: 3,
    endMs: 4,
    stepIndex: 0,
    promptIndex: 0,
    toolCallId: 'call_1',
    toolName: 'echo',
    serverId: 'srv',
    status: 'error',
  },
];
/** A transcript with texts that must be masked, and texts that are only sent on request. */
export const said = (): Transcript => {
  const seen = echoTranscript('else, token=hunter2');
  return {
    ...seen,
    messages: [{ role: 'user', content: 'the secret prompt', promptIndex: 0 }],
    userMessages: 1,
    toolCalls: seen.toolCalls.map((call) => ({ ...call, arguments: { message: 'hello', password: 'hunter2' } })),
  };
};

export interface ExportedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: Record<string, unknown> }[];
  events?: { name: string; attributes: ExportedSpan['attributes'] }[];
  status: { code: number };
}
export interface ExportedTraces {
  resourceSpans: { resource: { attributes: ExportedSpan['attributes'] }; scopeSpans: { spans: ExportedSpan[] }[] }[];
}
export const spansOf = ({ resourceSpans }: ExportedTraces): ExportedSpan[] =>
  resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
export const valuesOf = (attributes: ExportedSpan['attributes']): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

/** Runs a suite of `cases` cases whose iterations leave the same trace. */
export async function traced(
  runs: RunsFixture,
  suiteId: string,
  cases: number,
  content: TracePartContent = { traceId, spans, wire: [] },
): Promise<string> {
  runs.world.suites.set(suiteId, { cases: Array.from({ length: cases }, (_, i) => echoCase(`c${i}`)) });
  const { runId } = await runs.call(operations.createEvalRun, {}, { suiteId });
  const parts = [{ index: 0, body: await compress(JSON.stringify(content)) }];
  for (let items: HeldItem[] = []; (items = await runs.lease('r')).length > 0;)
    await runs.report(items, said, { parts });
  return runId;
}
