import { monitorEventLoopDelay, performance, type EventLoopUtilization } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import { observe } from './metric.ts';
import {
  cpuTime,
  eventLoopDelayMax,
  eventLoopDelayP50,
  eventLoopDelayP99,
  eventLoopUtilization,
  heapLimit,
  heapUsed,
  memoryUsage,
} from './metrics.ts';

/** How often the delay of the event loop is looked at, in milliseconds. */
const RESOLUTION_MS = 20;

/** Reports the event loop, heap, memory and processor time of this process, for as long as it lives. */
export function observeProcess(): void {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  let before: EventLoopUtilization | undefined;
  // The monitor counts the interval between two looks, in nanoseconds; what is above the wanted one is delay.
  const delayOf = (ns: number) => Math.max(0, ns / 1e9 - RESOLUTION_MS / 1e3);
  observe(
    [
      eventLoopDelayP50,
      eventLoopDelayP99,
      eventLoopDelayMax,
      eventLoopUtilization,
      heapUsed,
      heapLimit,
      memoryUsage,
      cpuTime,
    ],
    (give) => {
      if (delays.count > 0) {
        give(eventLoopDelayP50, delayOf(delays.percentile(50)), {});
        give(eventLoopDelayP99, delayOf(delays.percentile(99)), {});
        give(eventLoopDelayMax, delayOf(delays.max), {});
      }
      delays.reset();
      const now = performance.eventLoopUtilization();
      give(eventLoopUtilization, performance.eventLoopUtilization(now, before).utilization, {});
      before = now;
      const heap = getHeapStatistics();
      give(heapUsed, heap.used_heap_size, {});
      give(heapLimit, heap.heap_size_limit, {});
      give(memoryUsage, process.memoryUsage.rss(), {});
      const { user, system } = process.cpuUsage();
      give(cpuTime, user / 1e6, { 'cpu.mode': 'user' });
      give(cpuTime, system / 1e6, { 'cpu.mode': 'system' });
    },
  );
}
