import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import {
  PeriodicExportingMetricReader,
  type AggregationTemporality,
  type InstrumentType,
} from '@opentelemetry/sdk-metrics';
import { withGaugesAsGiven } from './gauge-temporality.ts';

/** Sends metrics to an OTLP receiver, which the SDK's own variables (`OTEL_…`) describe. */
export class OtlpReader extends PeriodicExportingMetricReader {
  constructor({ intervalMs, timeoutMs }: { intervalMs: number; timeoutMs: number }) {
    super({
      exporter: new OTLPMetricExporter(),
      exportIntervalMillis: intervalMs,
      exportTimeoutMillis: timeoutMs,
    });
  }

  override selectAggregationTemporality(type: InstrumentType): AggregationTemporality {
    return withGaugesAsGiven(type, super.selectAggregationTemporality(type));
  }
}
