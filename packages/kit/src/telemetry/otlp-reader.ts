import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import {
  PeriodicExportingMetricReader,
  type AggregationTemporality,
  type InstrumentType,
} from '@opentelemetry/sdk-metrics';
import type { Logger } from 'pino';
import { withGaugesAsGiven } from './gauge-temporality.ts';
import { watchExporter } from './watch-exporter.ts';

/** Sends metrics to an OTLP receiver, which the SDK's own variables (`OTEL_…`) describe. */
export class OtlpReader extends PeriodicExportingMetricReader {
  /** With a `log`, it says there when the receiver begins to fail and when it works again. */
  constructor({ intervalMs, timeoutMs }: { intervalMs: number; timeoutMs: number }, log?: Logger) {
    const exporter = new OTLPMetricExporter();
    super({
      exporter: log ? watchExporter(exporter, 'metrics', log) : exporter,
      exportIntervalMillis: intervalMs,
      exportTimeoutMillis: timeoutMs,
    });
  }

  override selectAggregationTemporality(type: InstrumentType): AggregationTemporality {
    return withGaugesAsGiven(type, super.selectAggregationTemporality(type));
  }
}
