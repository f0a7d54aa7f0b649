import type { EnvReader } from '../env.ts';
import { integerSetting, urlSetting } from '../settings/setting.ts';

export const METRICS_PORT = integerSetting({
  name: 'METRICS_PORT',
  default: 0,
  most: 65_535,
  explanation: [
    'Prometheus reads `/metrics` at this port, on all addresses; 0 opens none: [metrics](metrics.md).',
    'The runner of `npm start` takes the next port.',
  ],
});

export const OTEL_EXPORTER_OTLP_ENDPOINT = urlSetting({
  name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
  mayHave: ['credentials'],
  explanation: [
    "The collector of traces and metrics. [OpenTelemetry's variables](metrics.md) of exporters, samplers and resources hold, too.",
  ],
});

export const OTEL_EXPORTER_OTLP_TRACES_ENDPOINT = urlSetting({
  name: 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
  mayHave: ['credentials', 'query'],
  explanation: ['The collector of traces alone.'],
});

export const OTEL_EXPORTER_OTLP_METRICS_ENDPOINT = urlSetting({
  name: 'OTEL_EXPORTER_OTLP_METRICS_ENDPOINT',
  mayHave: ['credentials', 'query'],
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
export function telemetrySettings({ optional, read }: EnvReader): TelemetrySettings {
  const [port, both] = [read(METRICS_PORT), optional(OTEL_EXPORTER_OTLP_ENDPOINT)];
  const [traces, metrics] = [
    optional(OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) ?? both,
    optional(OTEL_EXPORTER_OTLP_METRICS_ENDPOINT) ?? both,
  ];
  const intervalMs = read(OTEL_METRIC_EXPORT_INTERVAL);
  const timeoutMs = Math.min(read(OTEL_METRIC_EXPORT_TIMEOUT), intervalMs);
  return {
    sendsTraces: traces !== undefined,
    metricsSending: metrics === undefined ? undefined : { intervalMs, timeoutMs },
    metrics: port === 0 ? undefined : { port },
  };
}
