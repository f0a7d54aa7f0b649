/**
 * Loaded with `node --import` where an OTLP exporter is configured (the standard OTEL_* variables), never by product code:
 * the SDK costs start-up time and memory that an installation without a collector should not pay.
 */
import { metrics } from '@opentelemetry/api';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector } from '@opentelemetry/resources';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';

const resource = defaultResource().merge(detectResources({ detectors: [envDetector] }));
const traces = new NodeTracerProvider({ resource, spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())] });
traces.register();
const meters = new MeterProvider({
  resource,
  readers: [new PeriodicExportingMetricReader({ exporter: new OTLPMetricExporter() })],
});
metrics.setGlobalMeterProvider(meters);

const flush = () => void Promise.allSettled([traces.forceFlush(), meters.forceFlush()]);
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, flush);
process.once('beforeExit', () => void Promise.allSettled([traces.shutdown(), meters.shutdown()]));
