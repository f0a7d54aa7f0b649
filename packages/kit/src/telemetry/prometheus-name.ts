import type { AnyMetric } from './metric.ts';

/**
 * The units of our metrics as Prometheus writes them behind names; OpenTelemetry's exporter leaves them out
 * (https://opentelemetry.io/docs/specs/otel/compatibility/prometheus_and_openmetrics/#metric-metadata-1).
 */
const SUFFIXES: Record<string, string> = { s: '_seconds', By: '_bytes', '1': '_ratio' };

/** The name of a metric with its unit, such as `rpc.server.call.duration_seconds`. */
export const nameWithUnit = (name: string, unit: string): string => `${name}${SUFFIXES[unit] ?? ''}`;

/** The name of a metric's series for Prometheus, without the `_count`, `_sum` and `_bucket` of a histogram. */
export const prometheusName = ({ kind, facts: { name, unit } }: AnyMetric): string =>
  `${nameWithUnit(name, unit).replaceAll('.', '_')}${kind === 'counter' ? '_total' : ''}`;
