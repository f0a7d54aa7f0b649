import type { Bus } from './bus.ts';
import type { BusSettings } from './settings.ts';
import type { Logger } from '../log.ts';

/** Opens the bus that `settings` (see `busSettings`) name. A transport is loaded only when it is used. */
export async function openBus(settings: BusSettings, log: Logger): Promise<Bus> {
  if (settings.transport === 'kafka') return (await import('./kafka/kafka-bus.ts')).openKafkaBus(settings, log);
  return (await import('./postgres.ts')).openPostgresBus(settings, log);
}
