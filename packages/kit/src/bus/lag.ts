import { metrics, type ObservableResult } from '@opentelemetry/api';
import type { Bus } from './bus.ts';

const lag = metrics.getMeter('assay').createObservableGauge('assay.bus.lag', {
  unit: '{message}',
  description: 'Messages of a topic that a consumer group has not handled yet.',
});

/** Reports the lag of the group, and of groups without a consumer, per topic whenever metrics are read; without a metrics SDK nothing is ever asked. */
export function observeLag(bus: Pick<Bus, 'absentGroups' | 'lag'>, group: string): { stop(): void } {
  const observe = async (result: ObservableResult) => {
    for (const [topic, messages] of Object.entries(await bus.lag(group))) {
      result.observe(messages, { 'messaging.destination.name': topic, 'messaging.consumer.group.name': group });
    }
    for (const absent of await bus.absentGroups()) {
      result.observe(absent.messages, {
        'messaging.destination.name': absent.topic,
        'messaging.consumer.group.name': absent.group,
      });
    }
  };
  lag.addCallback(observe);
  return { stop: () => lag.removeCallback(observe) };
}
