import type { Metadata } from '@grpc/grpc-js';
import {
  context,
  INVALID_SPAN_CONTEXT,
  propagation,
  ProxyTracerProvider,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Context,
  type Span,
  type TextMapGetter,
  type TextMapSetter,
} from '@opentelemetry/api';
import { Problem, type ProblemCode } from '@assay/contract/problem';

// start-telemetry.ts registers an SDK where traces are wanted.
const tracer = trace.getTracer('assay');
const NO_SPAN = trace.wrapSpanContext(INVALID_SPAN_CONTEXT);

/** Whether an SDK records spans. Without one, a request is spared the making of empty ones. */
function isTraced(): boolean {
  const provider = trace.getTracerProvider();
  return !(provider instanceof ProxyTracerProvider) || provider.getDelegateTracer('assay') !== undefined;
}

const UNSAMPLED = { traceId: '1'.padStart(32, '0'), spanId: '1'.padStart(16, '0'), traceFlags: TraceFlags.NONE };

const getter: TextMapGetter<Metadata> = {
  keys: (metadata) => Object.keys(metadata.getMap()),
  get: (metadata, key) => metadata.get(key).map(String)[0],
};
const setter: TextMapSetter<Metadata> = { set: (metadata, key, value) => metadata.set(key, value) };

/** A server span around one RPC, as a child of the trace in its metadata. */
export const serverSpan = async <T>(path: string, metadata: Metadata, work: () => Promise<T>): Promise<T> =>
  isTraced()
    ? inSpan(
        path.slice(1),
        SpanKind.SERVER,
        rpcAttributes(path),
        propagation.extract(context.active(), metadata, getter),
        work,
      )
    : work();

/** A client span around one RPC; `carry` writes its trace context into the outgoing metadata. */
export const clientSpan = async <T>(
  path: string,
  work: (carry: (metadata: Metadata) => void) => Promise<T>,
): Promise<T> =>
  isTraced()
    ? inSpan(path.slice(1), SpanKind.CLIENT, rpcAttributes(path), context.active(), () =>
        work((metadata) => propagation.inject(context.active(), metadata, setter)),
      )
    : work(() => undefined);

/** A span around something that was asked for before, as a child of the W3C trace context that asked; without one it begins a trace. */
export const consumerSpan = <T>(
  name: string,
  attributes: Record<string, string | number>,
  traceparent: string | undefined,
  work: () => Promise<T>,
): Promise<T> => inSpan(name, SpanKind.CONSUMER, attributes, propagation.extract(ROOT_CONTEXT, { traceparent }), work);

const FAILURES = new Set<ProblemCode>(['INTERNAL_ERROR', 'UNAVAILABLE', 'TIMEOUT']);

/** Runs `work` in a span; the span's status is ERROR when it throws anything but a caller's own mistake. */
export async function inSpan<T>(
  name: string,
  kind: SpanKind,
  attributes: Record<string, string | number>,
  parent: Context,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  if (!isTraced()) return work(NO_SPAN);
  return tracer.startActiveSpan(name, { kind, attributes }, parent, async (span) => {
    try {
      return await work(span);
    } catch (error) {
      const code = error instanceof Problem ? error.code : 'INTERNAL_ERROR';
      span.setAttribute('error.type', code);
      if (FAILURES.has(code)) span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Runs `work`, which goes on all the time and belongs to no request, outside of every trace, here and where it calls. */
export const withoutTrace = <T>(work: () => T): T =>
  context.with(trace.setSpanContext(context.active(), UNSAMPLED), work);

/** The W3C trace context of the active span, or undefined when nothing records. */
export function activeTraceparent(): string | undefined {
  const carrier: { traceparent?: string } = {};
  propagation.inject(context.active(), carrier);
  return carrier.traceparent;
}

function rpcAttributes(path: string): Record<string, string> {
  const [, service = '', method = ''] = path.split('/');
  return { 'rpc.system': 'grpc', 'rpc.service': service, 'rpc.method': method };
}
