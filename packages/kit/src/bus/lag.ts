import { metrics, type ObservableResult } from '@opentelemetry/api';
import type { Bus } from './bus.ts';

const lag = metrics.getMeter('assay').createObservableGauge('assay.bus.lag', {
  unit: '{message}',
  description: 'Messages of a topic that a consumer group has not handled yet.',
});

/** Reports the group's lag per topic whenever metrics are read; without a metrics SDK nothing is ever asked. */
export function observeLag(bus: Pick<Bus, 'lag'>, group: string): { stop(): void } {
  const observe = async (result: ObservableResult) => {
    for (const [topic, messages] of Object.entries(await bus.lag(group))) {
      result.observe(messages, { 'messaging.destination.name': topic, 'messaging.consumer.group.name': group });
    }
  };
  lag.addCallback(observe);
  return { stop: () => lag.removeCallback(observe) };
}
