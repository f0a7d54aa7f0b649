import type { Channel } from '@assay/kit/rpc/client';
import type { Logger } from '@assay/kit/log';
import { observe } from '@assay/kit/telemetry/metric';
import { runnerSlots } from './metrics.ts';
import type { WorkHandler } from './work-handler.ts';
import { Worker } from './worker.ts';

/**
 * Classes of work that do not wait for each other: `interactive` work has a person who waits for it, `long` work
 * lasts up to half an hour, `browser` work holds browsers open for as long as people use them, `background` work is
 * everything else.
 */
export type SlotClass = 'interactive' | 'long' | 'browser' | 'background';

/** Items of each class that a runner works on at a time, from each source. */
export type RunnerSlots = Record<SlotClass, number>;

/** A kind of work: the service that has it, the class of its slots, and who does it. */
export interface RunnerKind<Owner extends string = string> {
  owner: Owner;
  slots: SlotClass;
  handle: WorkHandler;
}

export interface WorkersOptions<Owner extends string> {
  kinds: Record<string, RunnerKind<Owner>>;
  /** The services that have work; a kind whose service is undefined is not done here. */
  sources: Record<Owner, Channel | undefined>;
  slots: RunnerSlots;
  runnerId: string;
  labels: string[];
  /** Of the program of the runner. */
  version: string;
  log: Logger;
}

/** Starts a worker for each source and class of slots, so that no class waits behind another one. */
export function startWorkers<Owner extends string>({
  kinds,
  sources,
  slots,
  version,
  ...options
}: WorkersOptions<Owner>): { stop(graceMs: number): Promise<void> } {
  const handlers = new Map<Channel, Map<SlotClass, Record<string, WorkHandler>>>();
  for (const [name, kind] of Object.entries<RunnerKind<Owner>>(kinds)) {
    const source = sources[kind.owner];
    if (!source) continue;
    const classes = handlers.get(source) ?? new Map<SlotClass, Record<string, WorkHandler>>();
    handlers.set(source, classes.set(kind.slots, { ...classes.get(kind.slots), [name]: kind.handle }));
  }
  const workers = [...handlers].flatMap(([source, classes]) =>
    [...classes].map(([slotClass, ofClass]) => ({
      slotClass,
      worker: new Worker({
        ...options,
        source,
        slots: slots[slotClass],
        handlers: ofClass,
        facts: { kinds: Object.keys(kinds), version },
        takesAhead: slotClass === 'long',
      }),
    })),
  );
  const observed = observe([runnerSlots], (give) => {
    for (const [slotClass, of] of Map.groupBy(workers, (each) => each.slotClass)) {
      const busy = of.reduce((sum, { worker }) => sum + worker.running, 0);
      give(runnerSlots, busy, { class: slotClass, state: 'busy' });
      give(runnerSlots, of.length * slots[slotClass] - busy, { class: slotClass, state: 'free' });
    }
  });
  return {
    stop: async (graceMs) => {
      await Promise.all(workers.map(({ worker }) => worker.stop(graceMs)));
      observed.stop();
    },
  };
}
