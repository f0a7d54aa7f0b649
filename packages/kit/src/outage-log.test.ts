import { createLog } from './log.ts';
import { OutageLog, outageIn, postgresOutage, UnexpectedFailures } from './outage-log.ts';

const words = { began: 'it fails', over: 'it works again' };

function listeningLog() {
  const lines: { msg: string; failures?: number }[] = [];
  const log = createLog('test', 'warn', { write: (line) => void lines.push(JSON.parse(line) as { msg: string }) });
  return { log, lines };
}

test('a thousand failures in a row are one line, and one with their number at the end', () => {
  const { log, lines } = listeningLog();
  const outage = new OutageLog(log, words);
  expect(Array.from({ length: 1_000 }, () => outage.began(new Error('away'))).filter(Boolean)).toHaveLength(1);
  outage.over();
  outage.over();
  expect(lines.map(({ msg, failures }) => [msg, failures])).toEqual([
    ['it fails', undefined],
    ['it works again', 1_000],
  ]);
  expect(outage.began(new Error('away again'))).toBe(true);
});

test('a success between failures does not end an outage that has to be quiet first', () => {
  const { log, lines } = listeningLog();
  const outage = new OutageLog(log, words);
  for (let i = 0; i < 10; i++) {
    outage.began(new Error('away'));
    outage.over(60_000);
  }
  expect(lines).toHaveLength(1);
});

test('code without a state of its own shares the outage of a log', () => {
  const [one, other] = [listeningLog(), listeningLog()];
  for (const { log } of [one, one, other]) {
    postgresOutage(log).began(new Error('away'));
    outageIn(log, words).began(new Error('away'));
  }
  expect([one.lines.length, other.lines.length]).toEqual([2, 2]);
});

test('an unexpected failure that repeats is one line per operation and line of code', () => {
  const { log, lines } = listeningLog();
  const failures = new UnexpectedFailures(log, words);
  const [oneBug, otherBug] = [(i: number) => new TypeError(`bug ${i}`), (i: number) => new RangeError(`bug ${i}`)];
  for (let i = 0; i < 100; i++) {
    failures.failed('/Make', oneBug(i), { rpc: '/Make' });
    failures.failed('/Make', otherBug(i), { rpc: '/Make' });
    failures.failed('/Delete', oneBug(i), { rpc: '/Delete' });
    // Others succeed meanwhile.
    failures.worked('/Make', { rpc: '/Make' });
  }
  expect(lines).toMatchObject([
    { level: 50, msg: 'it fails', rpc: '/Make', err: { type: 'TypeError' } },
    { level: 50, msg: 'it fails', rpc: '/Make', err: { type: 'RangeError' } },
    { level: 50, msg: 'it fails', rpc: '/Delete' },
  ]);
  expect(lines).toHaveLength(3);
});

test('an operation that works a minute after its last unexpected failure tells their number', () => {
  const { log, lines } = listeningLog();
  let now = 0;
  const failures = new UnexpectedFailures(log, words, () => now);
  for (let i = 0; i < 3; i++) failures.failed('/Make', new Error('a bug'), {});
  for (now of [59_000, 61_000, 62_000]) failures.worked('/Make', { rpc: '/Make' });
  expect(lines.slice(1)).toMatchObject([{ msg: 'it works again', failures: 3, seconds: 61, rpc: '/Make' }]);
});
