import type { Logger } from 'pino';
import { isMeasured } from './metric.ts';
import { observeProcess } from './process-metrics.ts';
import type { TelemetrySettings } from './settings.ts';
import type { RunningTelemetry } from './telemetry-sdk.ts';

/**
 * Starts the recording of what the settings ask for, before anything else of a process starts. The SDK is loaded only then:
 * an installation that nothing watches does not pay for its start-up time and memory.
 * Rejects with a ConfigError that names METRICS_PORT when metrics cannot be served at their port.
 */
export async function startTelemetry(
  name: string,
  settings: TelemetrySettings,
  log?: Logger,
): Promise<RunningTelemetry> {
  const { sendsTraces, metricsSending, metrics } = settings;
  if (!sendsTraces && !metricsSending && !metrics) return { stop: async () => undefined };
  const { startSdk } = await import('./telemetry-sdk.ts');
  const sdk = await startSdk(name, settings, log);
  if (isMeasured()) observeProcess();
  return sdk;
}
