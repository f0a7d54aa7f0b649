import { mock } from 'node:test';
import { unavailable } from '@assay/contract/problem';
import { createLog } from './log.ts';
import {
  endPostgresOutage,
  kafkaOutage,
  openOutagesOf,
  OutageLog,
  outageIn,
  postgresOutageOf,
  UnexpectedFailures,
} from './outage-log.ts';

/** No outage failed lately any more. */
const muchLater = () => void mock.method(performance, 'now', () => Number.MAX_SAFE_INTEGER);
afterEach(() => mock.restoreAll());

const AWAY = new Error('away');
/** The numbers of pino's levels. */
const [WARN, ERROR] = [40, 50];

const words = { began: 'it fails', over: 'it works again' };

function listeningLog() {
  const lines: { level: number; msg: string; failures?: number }[] = [];
  const log = createLog('test', 'warn', {
    write: (line) => void lines.push(JSON.parse(line) as { level: number; msg: string }),
  });
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
  const outage = new OutageLog(log, { ...words, quietMs: 60_000 });
  for (let i = 0; i < 10; i++) {
    outage.began(new Error('away'));
    outage.over();
  }
  expect(lines).toHaveLength(1);
});

test.each([
  [
    'a warning of its own',
    [],
    [
      [WARN, 'all connections of a pool to Postgres are in use'],
      [WARN, 'a pool of connections to Postgres has free ones again'],
    ],
  ],
  [
    'no line beside the error while Postgres is away',
    [AWAY],
    [
      [ERROR, 'Postgres cannot be used'],
      [ERROR, 'Postgres can be used again'],
    ],
  ],
])('a full pool is %s', (_, before, told) => {
  const { log, lines } = listeningLog();
  const full = new Error('timeout exceeded when trying to connect');
  for (const error of [...before, full]) postgresOutageOf(log, error).began(error);
  muchLater();
  endPostgresOutage(log);
  expect(lines.map(({ level, msg }) => [level, msg])).toEqual(told);
});

test('code without a state of its own shares the outage of a log', () => {
  const [one, other] = [listeningLog(), listeningLog()];
  for (const { log } of [one, one, other]) {
    postgresOutageOf(log, AWAY).began(new Error('away'));
    outageIn(log, words).began(new Error('away'));
  }
  expect([one.lines.length, other.lines.length]).toEqual([2, 2]);
});

describe('the loggers of one process', () => {
  const failTimes = (outage: OutageLog, times: number) => {
    for (let i = 0; i < times; i++) outage.began(new Error('away'));
  };

  test('share an outage of Postgres, which is one line and one with the number of all failures', () => {
    const { log, lines } = listeningLog();
    const services = ['catalog', 'runs', 'suites'].map((service) => postgresOutageOf(log.child({ service }), AWAY));
    for (const outage of services) failTimes(outage, 10);
    muchLater();
    for (const outage of services) outage.over();
    expect(lines).toMatchObject([
      { msg: 'Postgres cannot be used' },
      { msg: 'Postgres can be used again', failures: 30 },
    ]);
    expect(lines[0]).not.toHaveProperty('service');
  });

  test('keep outages of a service apart', () => {
    const { log, lines } = listeningLog();
    for (const service of ['runs', 'suites']) failTimes(outageIn(log.child({ service }), words), 2);
    expect(lines).toHaveLength(2);
  });

  test('tell of what follows from a shared outage by that outage alone, threads included', () => {
    const { log, lines } = listeningLog();
    const thread = createLog(
      'runner',
      'warn',
      { write: (line) => void lines.push(JSON.parse(line)) },
      openOutagesOf(log),
    );
    const [postgres, ...followers] = [
      postgresOutageOf(log, AWAY),
      new OutageLog(log.child({ service: 'gateway' }), words),
      new OutageLog(thread, words),
    ] as const;
    postgres.began(new Error('away'));
    for (const follower of followers) expect(follower.began(unavailable('The database is away.'))).toBe(true);
    muchLater();
    for (const outage of [...followers, postgres]) outage.over();
    expect(lines.map(({ msg }) => msg)).toEqual(['Postgres cannot be used', 'Postgres can be used again']);
  });

  test('log a failure that outlasts the shared outage, and one of another kind', () => {
    const { log, lines } = listeningLog();
    const [postgres, follower, bug] = [
      postgresOutageOf(log, AWAY),
      new OutageLog(log, words),
      new OutageLog(log, words),
    ];
    postgres.began(new Error('away'));
    bug.began(new Error('a bug'));
    follower.began(unavailable('Catalog is away.'));
    muchLater();
    postgres.over();
    follower.began(unavailable('Catalog is away.'));
    follower.over();
    expect(lines.map(({ msg, failures }) => [msg, failures])).toEqual([
      ['Postgres cannot be used', undefined],
      ['it fails', undefined],
      ['Postgres can be used again', 1],
      ['it fails', undefined],
      ['it works again', 2],
    ]);
  });
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

test('Kafka that takes no events while its consumers beat is one outage', () => {
  const { log, lines } = listeningLog();
  const { now: realNow } = performance;
  let now = 0;
  performance.now = () => now;
  try {
    // A send is given up after 20 s where no connection is accepted; consumers beat every 3 s.
    for (let i = 0; i < 5; i++) {
      kafkaOutage(log).began(new Error('no leader'));
      for (const until = now + 23_000; now < until; now += 1_000) kafkaOutage(log).over();
    }
    expect(lines.map(({ msg }) => msg)).toEqual(['Kafka cannot be used']);
  } finally {
    performance.now = realNow;
  }
});
