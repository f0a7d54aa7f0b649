import { PrometheusExporter } from '@opentelemetry/exporter-prometheus';
import type {
  AggregationTemporality,
  CollectionResult,
  IMetricReader,
  InstrumentType,
  MetricData,
} from '@opentelemetry/sdk-metrics';
import { withGaugesAsGiven } from './gauge-temporality.ts';
import { nameWithUnit } from './prometheus-name.ts';

const withUnit = (metric: MetricData): MetricData => {
  const { name, unit } = metric.descriptor;
  return { ...metric, descriptor: { ...metric.descriptor, name: nameWithUnit(name, unit) } };
};

/** Serves metrics as Prometheus text at `/metrics` of a port; on all addresses unless a host is given. */
export class PrometheusReader extends PrometheusExporter {
  constructor(at: { port: number; host?: string }) {
    super({ ...at, preventServerStart: true, withoutScopeInfo: true });
  }

  override selectAggregationTemporality(type: InstrumentType): AggregationTemporality {
    return withGaugesAsGiven(type, super.selectAggregationTemporality(type));
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
