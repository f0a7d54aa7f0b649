import type { EnvReader } from '../env.ts';

/** The signals that are recorded, and their receivers. */
export interface TelemetrySettings {
  /** Whether there is an OTLP receiver for traces. */
  sendsTraces: boolean;
  /** Whether there is an OTLP receiver for metrics. */
  sendsMetrics: boolean;
  /** Where Prometheus reads metrics: a port, and the host that it is opened at, all addresses when absent. */
  metrics: { port: number; host?: string } | undefined;
}

/** Reads `METRICS_PORT`, and the variables of OpenTelemetry that name an OTLP receiver. */
export function telemetrySettings(reader: EnvReader): TelemetrySettings {
  const isSentTo = (signal: 'TRACES' | 'METRICS') =>
    reader.optional('OTEL_EXPORTER_OTLP_ENDPOINT') !== undefined ||
    reader.optional(`OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`) !== undefined;
  const port = reader.int('METRICS_PORT', 0);
  return {
    sendsTraces: isSentTo('TRACES'),
    sendsMetrics: isSentTo('METRICS'),
    metrics: port === 0 ? undefined : { port },
  };
}
