/**
 * Loaded with `node --import` where an OTLP exporter is configured (the standard OTEL_* variables), never by product code:
 * the SDK costs start-up time and memory that an installation without a collector should not pay.
 */
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';

const provider = new NodeTracerProvider({
  resource: defaultResource().merge(detectResources({ detectors: [envDetector] })),
  spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
});
provider.register();

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void provider.forceFlush().catch(() => undefined));
process.once('beforeExit', () => void provider.shutdown().catch(() => undefined));
