import { randomUUID } from 'node:crypto';
import { metrics } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { MeterProvider, type IMetricReader } from '@opentelemetry/sdk-metrics';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { asListenFault } from '../listen-fault.ts';
import { OtlpReader } from './otlp-reader.ts';
import { PrometheusReader } from './prometheus-reader.ts';
import type { Logger } from 'pino';
import { METRICS_PORT, type TelemetrySettings } from './settings.ts';
import { watchExporter } from './watch-exporter.ts';

/** The recording and sending of traces and metrics. */
export interface RunningTelemetry {
  /** Sends what was recorded, and records no more. */
  stop(): Promise<void>;
}

/**
 * Registers OpenTelemetry's SDK for the service `name`, as the settings say: traces and metrics to an OTLP receiver, which
 * the SDK's own variables (`OTEL_…`) describe; metrics as Prometheus text at `/metrics` of a port.
 * With a `log`, it says there when a collector begins to fail and when it works again.
 * Rejects with a ConfigError that names METRICS_PORT when it cannot listen at the port.
 */
export async function startSdk(name: string, settings: TelemetrySettings, log?: Logger): Promise<RunningTelemetry> {
  const resource = defaultResource()
    // Counters of two processes with the same name must not pass for one.
    .merge(resourceFromAttributes({ 'service.name': `assay-${name}`, 'service.instance.id': randomUUID() }))
    .merge(detectResources({ detectors: [envDetector] }));
  const stops: (() => Promise<void>)[] = [];
  if (settings.sendsTraces) {
    const exporter = new OTLPTraceExporter();
    if (log) watchExporter(exporter, 'traces', log);
    const traces = new NodeTracerProvider({ resource, spanProcessors: [new BatchSpanProcessor(exporter)] });
    traces.register();
    stops.push(() => traces.shutdown());
  }
  const readers: IMetricReader[] = [];
  if (settings.metricsSending) readers.push(new OtlpReader(settings.metricsSending, log));
  if (settings.metrics) {
    const at = settings.metrics;
    const reader = new PrometheusReader(at);
    await reader.startServer().catch((error: unknown) => {
      throw asListenFault(error, { ...at, setting: METRICS_PORT.name });
    });
    readers.push(reader);
  }
  if (readers.length > 0) {
    const meters = new MeterProvider({ resource, readers });
    metrics.setGlobalMeterProvider(meters);
    stops.push(() => meters.shutdown());
  }
  return { stop: async () => void (await Promise.allSettled(stops.map((stop) => stop()))) };
}
