import type { EnvReader } from '../env.ts';
import { integerSetting, textSetting } from '../settings/setting.ts';

export const METRICS_PORT = integerSetting({
  name: 'METRICS_PORT',
  default: 0,
  most: 65_535,
  explanation: [
    'Prometheus reads `/metrics` at this port, on all addresses; 0 opens none: [metrics](metrics.md).',
    'The runner of `npm start` takes the next port.',
  ],
});

export const OTEL_EXPORTER_OTLP_ENDPOINT = textSetting({
  name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
  explanation: [
    "The collector of traces and metrics. [OpenTelemetry's variables](metrics.md) of exporters, samplers and resources hold, too.",
  ],
});

export const OTEL_EXPORTER_OTLP_TRACES_ENDPOINT = textSetting({
  name: 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
  explanation: ['The collector of traces alone.'],
});

export const OTEL_EXPORTER_OTLP_METRICS_ENDPOINT = textSetting({
  name: 'OTEL_EXPORTER_OTLP_METRICS_ENDPOINT',
  explanation: ['The collector of metrics alone.'],
});

export const OTEL_METRIC_EXPORT_INTERVAL = integerSetting({
  name: 'OTEL_METRIC_EXPORT_INTERVAL',
  default: 60_000,
  least: 1,
  explanation: ['How often metrics are sent to their collector, in milliseconds.'],
});

export const OTEL_METRIC_EXPORT_TIMEOUT = integerSetting({
  name: 'OTEL_METRIC_EXPORT_TIMEOUT',
  default: 30_000,
  least: 1,
  explanation: ['How long that may take, in milliseconds; at most as long as the interval.'],
});

/** The signals that are recorded, and their receivers. */
export interface TelemetrySettings {
  /** Whether there is an OTLP receiver for traces. */
  sendsTraces: boolean;
  /** How often metrics go to their OTLP receiver, and how long that may take, in milliseconds; undefined without one. */
  metricsSending: { intervalMs: number; timeoutMs: number } | undefined;
  /** Where Prometheus reads metrics: a port, and the host that it is opened at, all addresses when absent. */
  metrics: { port: number; host?: string } | undefined;
}

/** Reads the port for Prometheus, and the variables of OpenTelemetry that name an OTLP receiver. */
export function telemetrySettings({ isSet, read }: EnvReader): TelemetrySettings {
  const [port, sendsBoth] = [read(METRICS_PORT), isSet(OTEL_EXPORTER_OTLP_ENDPOINT)];
  const [sendsTraces, sendsMetrics] = [
    isSet(OTEL_EXPORTER_OTLP_TRACES_ENDPOINT),
    isSet(OTEL_EXPORTER_OTLP_METRICS_ENDPOINT),
  ];
  const intervalMs = read(OTEL_METRIC_EXPORT_INTERVAL);
  const timeoutMs = Math.min(read(OTEL_METRIC_EXPORT_TIMEOUT), intervalMs);
  return {
    sendsTraces: sendsBoth || sendsTraces,
    metricsSending: sendsBoth || sendsMetrics ? { intervalMs, timeoutMs } : undefined,
    metrics: port === 0 ? undefined : { port },
  };
}
