import { observe } from '../telemetry/metric.ts';
import type { Bus } from './bus.ts';
import { busLag } from './metrics.ts';

/** Reports the lag of the group, and of groups without a consumer, per topic. */
export const observeLag = (bus: Pick<Bus, 'absentGroups' | 'lag'>, group: string): { stop(): void } =>
  observe([busLag], async (give) => {
    const labels = (topic: string, of: string) => ({
      'messaging.destination.name': topic,
      'messaging.consumer.group.name': of,
    });
    for (const [topic, messages] of Object.entries(await bus.lag(group))) give(busLag, messages, labels(topic, group));
    for (const absent of await bus.absentGroups()) give(busLag, absent.messages, labels(absent.topic, absent.group));
  });
