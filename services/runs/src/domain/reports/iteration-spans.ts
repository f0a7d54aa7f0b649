import { hash } from 'node:crypto';
import type { GradingGap } from '@assay/contract/areas/eval-runs/cases-without-grading';
import type { TracePartContent, TraceSpan } from '@assay/contract/areas/transcripts/trace';
import type { Transcript } from '@assay/contract/areas/transcripts/documents';
import type { Iteration } from '../iterations/iteration.ts';
import { callContent, clippedText, conversationAttributes, MAX_TEXT, type TraceContent } from './otlp-content.ts';
import {
  otlpAttributes,
  CLIENT,
  ERROR,
  INTERNAL,
  unixNanos,
  OK,
  UNSET,
  type OtlpEvent,
  type OtlpSpan,
  type AttributeValue,
} from './otlp-wire.ts';

/** An ended iteration, with its recorded trace. */
export type TracedIteration = Pick<
  Iteration,
  'id' | 'caseId' | 'title' | 'iterationNumber' | 'model' | 'status' | 'result' | 'errorCode' | 'grade'
> & {
  startedAt: Date;
  durationMs: number;
  /** Why nothing decides its case. */
  gradingGap: GradingGap | null;
  /** Of the latest attempt, if a part of its trace has one. */
  traceId: string | null;
  contents: TracePartContent[];
  transcript: Transcript | undefined;
};

/** Providers whose names differ in OpenTelemetry's conventions. */
const PROVIDERS: Record<string, string> = {
  azure: 'azure.ai.openai',
  bedrock: 'aws.bedrock',
  google: 'gcp.gemini',
  mistral: 'mistral_ai',
};
const MAX_REASON = 600;

const hex = (text: string, length: number): string => hash('sha256', text).slice(0, length);

/**
 * The spans of one iteration: a root with the verdict, and below it steps, model calls and tool calls. The same
 * iteration always gives the same ids.
 */
export function iterationSpans(
  iteration: TracedIteration,
  serverNames: ReadonlyMap<string, string>,
  content: TraceContent,
): OtlpSpan[] {
  const { id, contents, startedAt } = iteration;
  const traceId = iteration.traceId ?? hex(id, 32);
  const spanIdOf = (spanId: string) => hex(`${id} ${spanId}`, 16);
  const spans = contents.flatMap((part) => part.spans.map(clipped));
  const known = new Set(spans.map((span) => span.id));
  const steps = new Map(spans.filter(({ category }) => category === 'step').map((span) => [span.stepIndex, span.id]));
  const root = rootSpan(iteration, traceId, spanIdOf(''), content);
  const parentOf = ({ id: own, parentId, stepIndex, category }: TraceSpan): string => {
    if (parentId !== undefined && known.has(parentId)) return spanIdOf(parentId);
    const step = category === 'step' ? undefined : steps.get(stepIndex);
    return step === undefined || step === own ? root.spanId : spanIdOf(step);
  };
  const calls = new Map(content === 'full' ? iteration.transcript?.toolCalls.map((call) => [call.id, call]) : []);
  return [
    root,
    ...spans.map((span): OtlpSpan => {
      const call = calls.get(span.toolCallId ?? '');
      return {
        traceId,
        spanId: spanIdOf(span.id),
        parentSpanId: parentOf(span),
        ...named(span),
        startTimeUnixNano: unixNanos(startedAt, span.startMs),
        endTimeUnixNano: unixNanos(startedAt, span.endMs),
        attributes: otlpAttributes({
          'gen_ai.conversation.id': id,
          ...factsOf(span, serverNames),
          ...(call && callContent(call)),
        }),
        status:
          span.status === 'error'
            ? {
                code: ERROR,
                ...(span.message && content !== 'none' && { message: clippedText(span.message, MAX_REASON) }),
              }
            : { code: UNSET },
      };
    }),
  ];
}

/** Clips a span to sizes that collectors accept: reporters may write texts of any length. */
const clipped = (span: TraceSpan): TraceSpan =>
  Object.fromEntries(
    Object.entries(span).map(([key, value]) => [key, typeof value === 'string' ? value.slice(0, MAX_TEXT) : value]),
  ) as TraceSpan;

function rootSpan(iteration: TracedIteration, traceId: string, spanId: string, content: TraceContent): OtlpSpan {
  const {
    id,
    caseId,
    title,
    iterationNumber,
    model,
    status,
    result,
    errorCode,
    startedAt,
    durationMs,
    grade,
    gradingGap,
    transcript,
  } = iteration;
  const endTimeUnixNano = unixNanos(startedAt, durationMs);
  return {
    traceId,
    spanId,
    name: 'eval iteration',
    kind: INTERNAL,
    startTimeUnixNano: unixNanos(startedAt, 0),
    endTimeUnixNano,
    attributes: otlpAttributes({
      'test.case.name': title,
      'test.case.result.status': result === null ? undefined : result === 'passed' ? 'pass' : 'fail',
      'gen_ai.conversation.id': id,
      ...modelFacts(model ?? undefined),
      'error.type': errorCode,
      'assay.case.id': caseId,
      'assay.iteration.id': id,
      'assay.iteration.number': iterationNumber,
      'assay.iteration.status': status,
      'assay.case.grading_gap': gradingGap ?? undefined,
      ...(content === 'full' && transcript && conversationAttributes(transcript)),
    }),
    events: (grade?.checks ?? []).map((check): OtlpEvent => ({
      timeUnixNano: endTimeUnixNano,
      name: 'gen_ai.evaluation.result',
      attributes: otlpAttributes({
        'gen_ai.evaluation.name': check.type,
        'gen_ai.evaluation.score.label': check.status,
        'gen_ai.evaluation.score.value': check.status === 'passed' ? 1 : check.status === 'failed' ? 0 : undefined,
        'gen_ai.evaluation.explanation': content === 'none' ? undefined : check.reason,
        'error.type': check.status === 'error' ? 'evaluator_error' : undefined,
        'assay.check.role': check.role,
        'assay.check.stage': check.stage,
        'assay.check.source': check.source,
      }),
    })),
    status: { code: result === 'passed' ? OK : ERROR },
  };
}

function modelFacts(model: string | undefined): Record<string, AttributeValue> {
  if (model === undefined) return {};
  const at = model.indexOf('/');
  const provider = at < 0 ? model : model.slice(0, at);
  return { 'gen_ai.provider.name': PROVIDERS[provider] ?? provider, 'gen_ai.request.model': model.slice(at + 1) };
}

/** A failed attempt is a span of its own. */
const isModelCall = ({ category, modelId }: Pick<TraceSpan, 'category'> & { modelId?: string | undefined }): boolean =>
  modelId !== undefined && (category === 'llm' || category === 'error');

/** The name and kind of a span by OpenTelemetry's conventions; other spans keep their names. */
function named({ category, name, modelId, toolName }: TraceSpan): Pick<OtlpSpan, 'name' | 'kind'> {
  if (isModelCall({ category, modelId }))
    return { name: `chat ${modelId!.slice(modelId!.indexOf('/') + 1)}`, kind: CLIENT };
  if (category === 'tool' && toolName) return { name: `tools/call ${toolName}`, kind: CLIENT };
  return { name, kind: INTERNAL };
}

function factsOf(
  span: TraceSpan,
  serverNames: ReadonlyMap<string, string>,
): Record<string, AttributeValue | undefined> {
  const {
    category,
    modelId,
    inputTokens,
    outputTokens,
    finishReason,
    ttfcMs,
    toolName,
    toolCallId,
    serverId,
    status,
    stepIndex,
    promptIndex,
    protocolVersion,
    offeredTools,
    hiddenTools,
  } = span;
  const place = { 'assay.step.index': stepIndex, 'assay.prompt.index': promptIndex };
  if (isModelCall(span)) {
    return {
      'gen_ai.operation.name': 'chat',
      ...modelFacts(modelId),
      'gen_ai.usage.input_tokens': inputTokens,
      'gen_ai.usage.output_tokens': outputTokens,
      'gen_ai.response.finish_reasons': finishReason === undefined ? undefined : [finishReason],
      'assay.time_to_first_chunk_ms': ttfcMs,
      'assay.tools.offered': offeredTools,
      'assay.tools.hidden': hiddenTools,
      'error.type': status === 'error' ? 'provider_error' : undefined,
      ...place,
    };
  }
  if (category === 'tool') {
    return {
      'mcp.method.name': 'tools/call',
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': toolName,
      'gen_ai.tool.call.id': toolCallId,
      'error.type': status === 'error' ? 'tool_error' : undefined,
      'assay.server.id': serverId,
      'assay.server.name': serverNames.get(serverId ?? ''),
      ...place,
    };
  }
  return {
    ...place,
    'mcp.protocol.version': protocolVersion,
    'assay.server.id': serverId,
    'assay.server.name': serverNames.get(serverId ?? ''),
  };
}
