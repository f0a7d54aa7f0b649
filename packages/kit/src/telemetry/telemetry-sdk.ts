import { randomUUID } from 'node:crypto';
import { metrics } from '@opentelemetry/api';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { MeterProvider, PeriodicExportingMetricReader, type IMetricReader } from '@opentelemetry/sdk-metrics';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { PrometheusReader } from './prometheus-reader.ts';
import type { Logger } from 'pino';
import type { TelemetrySettings } from './settings.ts';
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
 * Rejects with the system's error, such as EADDRINUSE, when it cannot listen at the port.
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
  if (settings.metricsSending) {
    const { intervalMs: exportIntervalMillis, timeoutMs: exportTimeoutMillis } = settings.metricsSending;
    const exporter = new OTLPMetricExporter();
    if (log) watchExporter(exporter, 'metrics', log);
    readers.push(new PeriodicExportingMetricReader({ exporter, exportIntervalMillis, exportTimeoutMillis }));
  }
  if (settings.metrics) {
    const reader = new PrometheusReader(settings.metrics);
    await reader.startServer();
    readers.push(reader);
  }
  if (readers.length > 0) {
    const meters = new MeterProvider({ resource, readers });
    metrics.setGlobalMeterProvider(meters);
    stops.push(() => meters.shutdown());
  }
  return { stop: async () => void (await Promise.allSettled(stops.map((stop) => stop()))) };
}
