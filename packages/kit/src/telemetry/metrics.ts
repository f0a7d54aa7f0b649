import { gauge, observedCounter } from './metric.ts';

export const eventLoopDelayP50 = gauge({
  name: 'nodejs.eventloop.delay.p50',
  unit: 's',
  description: 'The median delay of the event loop since metrics were read before.',
  labels: [],
});

export const eventLoopDelayP99 = gauge({
  name: 'nodejs.eventloop.delay.p99',
  unit: 's',
  description: 'The 99th percentile of the delay of the event loop since metrics were read before.',
  labels: [],
});

export const eventLoopDelayMax = gauge({
  name: 'nodejs.eventloop.delay.max',
  unit: 's',
  description: 'The longest delay of the event loop since metrics were read before.',
  labels: [],
});

export const eventLoopUtilization = gauge({
  name: 'nodejs.eventloop.utilization',
  unit: '1',
  description: 'The share of time in which the event loop was busy since metrics were read before.',
  labels: [],
});

export const heapUsed = gauge({
  name: 'v8js.memory.heap.used',
  unit: 'By',
  description: 'Memory in use in the JavaScript heap.',
  labels: [],
});

export const heapLimit = gauge({
  name: 'v8js.memory.heap.limit',
  unit: 'By',
  description: 'The size at which the JavaScript heap is full and the process ends.',
  labels: [],
});

export const memoryUsage = gauge({
  name: 'process.memory.usage',
  unit: 'By',
  description: 'The memory of the process (resident set size).',
  labels: [],
});

export const cpuTime = observedCounter({
  name: 'process.cpu.time',
  unit: 's',
  description: 'The processor time of the process since its start.',
  labels: ['cpu.mode'],
});
