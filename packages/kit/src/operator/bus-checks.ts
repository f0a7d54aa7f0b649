import type { Bus, DeadLetters } from '../bus/bus.ts';
import { hasFailed, isWell, warns, type HealthCheck } from './health-check.ts';

/** A consumer that is further behind is a warning, in messages. */
const LAG = 1_000;

/** Looks at the bus as the consumers of a service use it. */
export const busCheck = (bus: Pick<Bus, 'lag' | 'refusals'>, group: string): HealthCheck => ({
  part: 'bus',
  next: 'See the runbook, AssayBusLag: are the brokers, or the Postgres of the event log, up and reachable?',
  look: async () => {
    const refusals = bus.refusals();
    if (refusals.length > 0)
      return hasFailed(refusals.join(' '), 'It goes on by itself once that is mended. See the runbook, AssayBusLag.');
    const lags = Object.entries(await bus.lag(group));
    const total = lags.reduce((sum, [, messages]) => sum + messages, 0);
    const [topic, most] = lags.toSorted(([, a], [, b]) => b - a)[0] ?? ['', 0];
    if (total === 0) return isWell('No event waits for this service.');
    const state = `${total} events wait for this service, ${most} of them on ${topic}.`;
    return total > LAG ? warns(state, 'See the runbook, AssayBusLag.') : isWell(state);
  },
});

/** Looks at the events that services gave up. */
export const deadLetterCheck = (deadLetters: Pick<DeadLetters, 'count'>): HealthCheck => ({
  part: 'dead letters',
  next: 'See the runbook, AssayDeadLetters.',
  look: async () => {
    const count = await deadLetters.count();
    return count === 0
      ? isWell('No event was given up.')
      : warns(
          `${count} events were given up.`,
          'assay admin dead-letters lists them with their errors; see the runbook, AssayDeadLetters.',
        );
  },
});
