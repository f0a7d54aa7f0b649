import { mock } from 'node:test';

/** Lets the monotonic clock of this process run `ms` ahead until it is restored. */
export function clockAhead(ms: number): { restore(): void } {
  const now = performance.now.bind(performance);
  const { mock: clock } = mock.method(performance, 'now', () => now() + ms);
  return clock;
}
