import { operations } from '@assay/contract/operations';
import { mineWave } from '../../src/actions/findings/mine-wave.ts';
import {
  COUNTED_RUBRIC,
  handCount,
  hasFailedCall,
  readSessions,
  rounded,
  type ReadSession,
} from '../support/hand-count.ts';
import { fine, project, startJourneySwarms } from '../support/journey-swarms.ts';
import { brokeOff, failedCall, resultOf, toolCall, turn, type RunFixture } from '../support/run-fixture.ts';
import type { TestSwarms } from '../support/start.ts';

let swarms: TestSwarms;
let runs: RunFixture;
beforeAll(async () => {
  ({ swarms, runs } = await startJourneySwarms());
});
afterAll(() => swarms.stop());

test('goals are judged after the conversation, and decide with the rules', async () => {
  const goal = { id: 'told', kind: 'goal', label: 'Answer', description: 'It tells the answer.' };
  const { id: runId } = await runs.launch(
    await runs.journey({
      sessionsPerTarget: 2,
      rubric: { criteria: [goal, { id: 'clean', kind: 'assertion', assertion: { type: 'noToolErrors' } }] },
    }),
  );
  await runs.hold(fine);
  expect(await runs.read(runId)).toMatchObject({
    status: 'completed',
    report: { undecidedReason: 'gradingPending', goalGrading: { pending: 2, waitingForDecisiveGrading: 2 } },
  });
  const judges = await runs.lease('judge-session');
  expect(JSON.parse(judges[0]!.task.toString())).toMatchObject({
    model: 'scripted/rules',
    reference: { kind: 'prompts', text: 'Find tea' },
    criteria: [{ id: 'told', label: 'Answer', description: 'It tells the answer.' }],
    evidence: {
      conversation: [
        { role: 'user', text: 'Question 0' },
        { role: 'assistant', text: 'Answer 0' },
      ],
    },
  });
  await runs.report(
    [judges[0]!, { criteria: [{ id: 'told', met: true, reason: 'It does.' }] }],
    [judges[1]!, { code: 'TIMEOUT', message: 'too slow' }],
  );
  expect(await runs.read(runId)).toMatchObject({
    report: { goalGrading: { passed: 1, unavailable: 1, pending: 0 }, verdict: 'inconclusive' },
  });
  const scorecard = await swarms.call(operations.getJourneyRunScorecard, { ...project, runId });
  expect(scorecard).toMatchObject({
    criteria: [
      { id: 'told', kind: 'goal', passCount: 1, failedGradingCount: 1 },
      { id: 'clean', passCount: 2 },
    ],
    sessionsGraded: 1,
  });
});

test('a run without a rubric has no scorecard, and a client is a target, too', async () => {
  const { id: runId } = await runs.launch(
    await runs.journey({ environmentIds: undefined, hostIds: ['client_1'], rubric: undefined }),
  );
  await runs.hold(fine);
  expect(await runs.read(runId)).toMatchObject({
    targets: [{ hostId: 'client_1', targetId: 'client_1' }],
    verdictSummary: { status: 'notEstablished', reason: 'gradingNotConfigured' },
  });
  await expect(swarms.call(operations.getJourneyRunScorecard, { ...project, runId })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});

/** Compares all that is said of a run with a count of its sessions, read over the API alone; answers the sessions. */
async function expectHandCount(runId: string) {
  const sessions = await readSessions(runs, runId);
  const run = await runs.read(runId);
  const targetIds = run.targets.map(({ targetId }) => targetId!);
  const { summary, targetSummaries, usage, report, scorecard } = handCount(runId, targetIds, sessions);
  expect(rounded(run.report)).toEqual(rounded(report));
  expect([run.summary, run.usage]).toEqual([summary, usage]);
  expect(run.targetSummaries).toMatchObject(targetSummaries);
  expect(run.verdictSummary).toMatchObject({ status: 'decided', decision: report.verdict });
  expect(await swarms.call(operations.getJourneyRunScorecard, { ...project, runId })).toEqual(scorecard);
  return sessions;
}

/** Judges the goals that wait: each opinion in turn, of which undefined is a judge that fails. */
async function judge(...opinions: (boolean | undefined)[]): Promise<void> {
  const items = await runs.lease('judge-session');
  await runs.report(
    ...items.map((item, i): [typeof item, object] => {
      const met = opinions[i % opinions.length];
      const reason = met ? 'It does.' : 'It does not.';
      return [item, met === undefined ? { code: 'TIMEOUT' } : { criteria: [{ id: 'told', met, reason }] }];
    }),
  );
}

test('report, scorecard and findings agree with a count of the transcripts by hand', async () => {
  const journey = { environmentIds: ['env_1', 'env_2'], sessionsPerTarget: 8, rubric: COUNTED_RUBRIC };
  const journeyId = await runs.journey(journey);
  const good = () => resultOf([toolCall('weigh')]);
  const bad = () => {
    const toolCalls = [failedCall('weigh', 'out of order')];
    return resultOf(toolCalls, { endReason: 'gaveUp', turns: [turn(0, []), turn(1, toolCalls)] });
  };
  const unpriced = () =>
    resultOf([], {
      usage: {
        assistant: { inputTokens: 3, outputTokens: 2, cachedInputTokens: 0, calls: 1 },
        persona: { inputTokens: 7, outputTokens: 1, cachedInputTokens: 0, calls: 2, costMicros: 11 },
      },
    });
  const { id: decidedId } = await runs.launch(journeyId, { waveId: 'counted' });
  const all = await runs.lease();
  await runs.report(...all.map((item, i): [typeof item, object] => [item, [good, bad, unpriced, good][i % 4]!()]));
  await judge(true, true, true, false, true);
  await expectHandCount(decidedId);

  const { id: runId } = await runs.launch(journeyId, { waveId: 'broken' });
  const items = await runs.lease('session', 15);
  const broken = (code: string, ending: 'broke' | 'timedOut' | 'setupFailed' | 'limited') => () =>
    brokeOff({ code, ending });
  const ends = [good, broken('TIMEOUT', 'timedOut'), good, bad, broken('SERVER_UNREACHABLE', 'setupFailed'), good];
  const more = [unpriced, bad, broken('INTERNAL', 'broke'), good, bad, good, good];
  const reported = [...ends, ...more, broken('PROVIDER_RATE_LIMITED', 'limited')];
  // The last but one is held when the run is cancelled, and the last is never begun.
  await runs.report(...reported.map((end, i): [(typeof items)[number], object] => [items[i]!, end()]));
  await swarms.call(operations.cancelJourneyRun, { ...project, runId });
  await judge(true, undefined, false);
  const sessions = await expectHandCount(runId);
  expect(new Set(sessions.map(({ lifecycle }) => lifecycle))).toEqual(
    new Set(['ran', 'broke', 'limited', 'withdrawn']),
  );
  expect(sessions.filter(({ startedAt }) => startedAt === null)).toHaveLength(1);

  while (await mineWave(swarms.pool));
  const waves = [await readSessions(runs, decidedId), sessions];
  // In fewer than two sessions of a wave a trouble is not seen.
  const counted = (isAffected: (session: ReadSession) => boolean) =>
    waves
      .map((wave) => wave.filter((session) => session.lifecycle === 'ran' && isAffected(session)).length)
      .reduce((sum, affected) => (affected < 2 ? sum : sum + affected), 0);
  const unmet = (id: string) => ({
    subject: `${journeyId}/${id}`,
    count: counted(({ criteria }) => criteria!.some((each) => each.id === id && each.status === 'failed')),
  });
  const { items: findings } = await swarms.call(operations.listSwarmFindings, project);
  const seen = findings.filter(({ subject: { id } }) => id === 'srv/weigh' || id.startsWith(journeyId));
  expect(
    seen
      .map(({ dimension, subject, occurrenceCount: count }) => ({ dimension, subject: subject.id, count }))
      .toSorted((one, other) => (one.dimension + one.subject < other.dimension + other.subject ? -1 : 1)),
  ).toEqual([
    { dimension: 'criterionUnmet', ...unmet('clean') },
    { dimension: 'criterionUnmet', ...unmet('told') },
    { dimension: 'criterionUnmet', ...unmet('weighed') },
    // The conversations in which a call failed ended with it.
    { dimension: 'deadEnd', subject: 'srv/weigh', count: counted(hasFailedCall) },
    { dimension: 'goalMissed', subject: journeyId, count: counted(({ endReason }) => endReason === 'gaveUp') },
    { dimension: 'toolError', subject: 'srv/weigh', count: counted(hasFailedCall) },
  ]);
  const named = new Set(sessions.map(({ id }) => id));
  const shown = seen.find(({ dimension }) => dimension === 'toolError')!.evidence!;
  expect(shown.filter(({ sessionId }) => named.has(sessionId)).every(({ promptIndex }) => promptIndex === 1)).toBe(
    true,
  );
});
