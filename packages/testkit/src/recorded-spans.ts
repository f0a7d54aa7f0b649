import { NodeTracerProvider, type ReadableSpan } from '@opentelemetry/sdk-trace-node';

/** The spans that ended in this process since `recordSpans`. */
export interface RecordedSpans {
  all(): ReadableSpan[];
  forget(): void;
  /** Ends the recording. */
  stop(): void;
}

let ended: ReadableSpan[] | undefined;
let provider: NodeTracerProvider | undefined;

/** Records the spans of this process. A tracer keeps its first provider, so the test files of a process share one provider. */
export function recordSpans(): RecordedSpans {
  provider ??= startProvider();
  ended = [];
  return {
    all: () => ended ?? [],
    forget: () => void (ended = []),
    stop: () => void (ended = undefined),
  };
}

function startProvider(): NodeTracerProvider {
  const started = new NodeTracerProvider({
    spanProcessors: [
      {
        onStart: () => {},
        onEnd: (span) => void ended?.push(span),
        forceFlush: async () => {},
        shutdown: async () => {},
      },
    ],
  });
  started.register();
  return started;
}
