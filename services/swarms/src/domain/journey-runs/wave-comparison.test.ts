import type { PairedCounts } from '@assay/grading/statistics/newcombe';
import { randomPoints } from '@assay/testkit/random-points';
import type { JourneyRunSpec } from './run-spec.ts';
import {
  comparedCells,
  comparisonFault,
  pairedRuns,
  sharedCells,
  type ComparedSide,
  type SharedCells,
} from './wave-comparison.ts';

let runs = 0;

/** A run of a journey with one target for each `passed/graded`. */
const run = (journeyId: string, ...targets: string[]): ComparedSide['runs'][number] => ({
  id: `jrun_${++runs}`,
  journeyId,
  spec: {
    journeyName: journeyId,
    sessionsPerTarget: 100,
    targets: targets.map((_, i) => ({ targetId: `env_${i}`, hostName: 'Desktop', environment: { name: `E${i}` } })),
  } as JourneyRunSpec,
  tally: Object.fromEntries(
    targets.flatMap((text, i) => {
      const [passed, graded] = text.split('/').map(Number);
      return [
        [`${i}/trial/passed`, passed!],
        [`${i}/trial/failed`, graded! - passed!],
      ];
    }),
  ),
});
type Runs = ComparedSide['runs'];
const compared = (old: Runs, now: Runs, pairs: [number, PairedCounts][] = []) =>
  comparedCells(sharedCells({ runs: old }, { runs: now }), new Map(pairs));
const paired = (bothPassed: number, onlyOld: number, onlyNew: number, bothFailed: number): PairedCounts => ({
  bothPassed,
  onlyOld,
  onlyNew,
  bothFailed,
});

test.each<[string, string, string]>([
  ['9/10', '2/10', 'worse'],
  ['2/10', '9/10', 'better'],
  ['6/10', '5/10', 'undecided'],
  ['4/4', '0/4', 'undecided'],
  ['0/0', '5/5', 'undecided'],
  ['60/100', '40/100', 'worse'],
])('from %s to %s the wave is %s', (old, now, conclusion) =>
  expect(compared([run('j', old)], [run('j', now)])).toMatchObject({
    conclusion,
    method: 'unpaired',
    cells: [{ conclusion }],
  }),
);

test.each<[string, PairedCounts, object]>([
  [
    'pairs that agree settle what single sessions do not',
    paired(10, 7, 1, 12),
    { conclusion: 'worse', method: 'paired' },
  ],
  ['pairs that disagree both ways settle nothing', paired(4, 13, 7, 6), { conclusion: 'undecided', method: 'paired' }],
  ['single sessions', paired(0, 0, 0, 0), { conclusion: 'undecided', method: 'unpaired' }],
  [
    'some pairs',
    paired(4, 1, 0, 5),
    { conclusion: 'undecided', method: 'partlyPaired', pairs: { total: 10, onlyBaseline: 1 } },
  ],
])('%s', (_, pairs, found) =>
  expect(compared([run('j', '17/30')], [run('j', '11/30')], [[0, pairs]])).toMatchObject(found),
);

test('only journeys and targets that both waves have are compared, over all of their runs', () => {
  const found = compared(
    [run('a', '8/10', '9/10'), run('gone', '1/1')],
    [run('a', '1/5'), run('a', '1/5'), run('added', '1/1')],
  );
  expect(found).toMatchObject({
    baseline: { numerator: 8, denominator: 10, value: 0.8 },
    wave: { numerator: 2, denominator: 10, value: 0.2 },
    conclusion: 'worse',
    cells: [{ journeyId: 'a', targetId: 'env_0', targetName: 'E0', conclusion: 'worse' }],
    leftOut: { baseline: 2, wave: 1 },
  });
  expect(found.difference!.delta).toBeCloseTo(-0.6);
});

test('waves that share nothing have no difference', () =>
  expect(compared([run('a', '1/1')], [run('b', '1/1')])).toMatchObject({
    difference: null,
    conclusion: 'undecided',
    cells: [],
  }));

test('missing sessions of a hard journey do not look like progress', () => {
  const [easy, hard] = ['19/20', '2/20'];
  const found = compared([run('easy', easy), run('hard', hard)], [run('easy', easy), run('hard', '0/2')]);
  expect(found.difference!.delta).toBeLessThan(0);
  expect(found.conclusion).toBe('undecided');
});

test('two targets of a wave are compared journey by journey', () => {
  const wave = [run('a', '10/10', '2/10'), run('b', '9/10', '3/10')];
  const sides = (targetId: string): ComparedSide => ({ runs: wave, targetId });
  const cells = sharedCells(sides('env_0'), sides('env_1'));
  expect(pairedRuns(cells)).toEqual(
    wave.map(({ id: runId }, cell) => ({
      cell,
      old: { runId, firstPosition: 0, count: 100 },
      now: { runId, firstPosition: 100, count: 100 },
    })),
  );
  expect(comparedCells(cells, new Map([[0, paired(2, 8, 0, 0)]]))).toMatchObject({
    conclusion: 'worse',
    method: 'partlyPaired',
    cells: [
      { journeyId: 'a', targetId: 'env_1', method: 'paired' },
      { journeyId: 'b', method: 'unpaired' },
    ],
  });
});

test('the runs of a journey in a wave are paired in their order', () => {
  const [old, now] = [[run('a', '1/2')], [run('a', '1/2'), run('a', '2/2')]];
  const ids = pairedRuns(sharedCells({ runs: old }, { runs: now })).map((each) => [each.old.runId, each.now.runId]);
  expect(ids).toEqual([[old[0]!.id, now[0]!.id]]);
});

test.each<[object, string | undefined]>([
  [{ baselineWaveId: 'w0' }, undefined],
  [{ baselineTargetId: 'a', targetId: 'b' }, undefined],
  [{ baselineWaveId: 'w0', baselineTargetId: 'a', targetId: 'a' }, undefined],
  [{}, '/baselineWaveId'],
  [{ baselineWaveId: 'w1' }, '/baselineWaveId'],
  [{ baselineWaveId: 'w0', targetId: 'a' }, '/baselineTargetId'],
  [{ baselineTargetId: 'a' }, '/targetId'],
  [{ baselineTargetId: 'a', targetId: 'a' }, '/baselineTargetId'],
])('the sides %j of wave w1 have the fault %s', (query, path) => expect(comparisonFault('w1', query)?.path).toBe(path));

// Personas differ in how hard a journey is for them, and keep that in the next wave.
test('of 1,000 pairs of unchanged waves at most 5 % conclude a change, over all and in any cell', () => {
  const random = randomPoints(1_000);
  const alarms = { whole: 0, cell: 0 };
  for (let i = 0; i < 1_000; i++) {
    const found = simulated(random, 4, 10, 0);
    if (found.conclusion !== 'undecided') alarms.whole++;
    if (found.cells.some(({ conclusion }) => conclusion !== 'undecided')) alarms.cell++;
  }
  expect(alarms.whole / 1_000).toBeLessThanOrEqual(0.05);
  expect(alarms.cell / 1_000).toBeLessThanOrEqual(0.05);
});

test('pairs find a drop more often than single sessions do', () => {
  const random = randomPoints(77);
  let [byPairs, alone] = [0, 0];
  for (let i = 0; i < 300; i++) {
    const pairs = new Map<number, PairedCounts>();
    const cells = wavesOf(random, 4, 10, 0.15, pairs);
    if (comparedCells(cells, pairs).conclusion === 'worse') byPairs++;
    if (comparedCells(cells, new Map()).conclusion === 'worse') alone++;
  }
  expect(byPairs).toBeGreaterThan(alone * 1.2);
});

function simulated(random: () => number, journeys: number, sessions: number, drop: number) {
  const pairs = new Map<number, PairedCounts>();
  const cells = wavesOf(random, journeys, sessions, drop, pairs);
  return comparedCells(cells, pairs);
}

/** Two waves of journeys with one target; each session is easy or hard by its seed. */
function wavesOf(
  random: () => number,
  journeys: number,
  sessions: number,
  drop: number,
  pairs: Map<number, PairedCounts>,
): SharedCells {
  const [old, now]: [Runs[number][], Runs[number][]] = [[], []];
  for (let cell = 0; cell < journeys; cell++) {
    const counts = paired(0, 0, 0, 0);
    for (let i = 0; i < sessions; i++) {
      const chance = random() < 0.6 ? 0.97 : 0.1;
      const [was, is] = [random() < chance, random() < chance - drop];
      counts[was ? (is ? 'bothPassed' : 'onlyOld') : is ? 'onlyNew' : 'bothFailed']++;
    }
    pairs.set(cell, counts);
    old.push(run(`j${cell}`, `${counts.bothPassed + counts.onlyOld}/${sessions}`));
    now.push(run(`j${cell}`, `${counts.bothPassed + counts.onlyNew}/${sessions}`));
  }
  return sharedCells({ runs: old }, { runs: now });
}
