import { Problem } from '@assay/contract/problem';
import { createLog } from '@assay/kit/log';
import { callOutage } from './platform-outage.ts';

/** How long a call takes that times out, and the pause after it, in milliseconds. */
const UNANSWERED_MS = 31_000;

const { now: realNow } = performance;
let now: number;
beforeAll(() => {
  performance.now = () => now;
});
afterAll(() => {
  performance.now = realNow;
});

test('a service that times out while others answer is one outage', () => {
  const lines: string[] = [];
  const log = createLog('runner', 'warn', {
    write: (line) => void lines.push((JSON.parse(line) as { msg: string }).msg),
  });
  const words = { began: 'no work can be leased', over: 'work is leased again' };
  const [silent, answering] = [callOutage(log, words), callOutage(log, words)];
  now = 0;
  for (let i = 0; i < 5; i++) {
    silent.began(new Problem('TIMEOUT', 'The answer did not arrive in time.'));
    for (const until = now + UNANSWERED_MS; now < until; now += 1_000) answering.over();
  }
  expect(lines).toEqual(['the platform cannot be reached']);
  now += UNANSWERED_MS;
  silent.over();
  expect(lines).toEqual(['the platform cannot be reached', 'the platform can be reached again']);
});
