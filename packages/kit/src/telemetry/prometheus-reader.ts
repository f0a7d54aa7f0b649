import { PrometheusExporter } from '@opentelemetry/exporter-prometheus';
import type { CollectionResult, IMetricReader, MetricData } from '@opentelemetry/sdk-metrics';

/**
 * The units of our metrics as Prometheus writes them behind names; the exporter leaves them out
 * (https://opentelemetry.io/docs/specs/otel/compatibility/prometheus_and_openmetrics/#metric-metadata-1).
 */
const SUFFIXES: Record<string, string> = { s: '_seconds', By: '_bytes', '1': '_ratio' };

const withUnit = (metric: MetricData): MetricData => {
  const { name, unit } = metric.descriptor;
  const suffix = SUFFIXES[unit] ?? '';
  return name.endsWith(suffix) ? metric : { ...metric, descriptor: { ...metric.descriptor, name: `${name}${suffix}` } };
};

/** Serves metrics as Prometheus text at `/metrics` of a port; on all addresses unless a host is given. */
export class PrometheusReader extends PrometheusExporter {
  constructor(at: { port: number; host?: string }) {
    super({ ...at, preventServerStart: true, withoutScopeInfo: true });
  }

  override async collect(options?: Parameters<IMetricReader['collect']>[0]): Promise<CollectionResult> {
    const { resourceMetrics, errors } = await super.collect(options);
    const scopeMetrics = resourceMetrics.scopeMetrics.map(({ scope, metrics }) => ({
      scope,
      metrics: metrics.map(withUnit),
    }));
    return { resourceMetrics: { ...resourceMetrics, scopeMetrics }, errors };
  }
}
