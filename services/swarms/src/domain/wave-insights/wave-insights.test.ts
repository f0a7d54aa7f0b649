import type { SessionTurn } from '@assay/contract/areas/journey-runs/session-work';
import { MAX_JOURNEY_FINDINGS } from '@assay/contract/areas/analysis/journey-findings';
import { signalFingerprint } from '@assay/grading/measures/session-signal';
import type { KnownSignal } from '../findings/finding.ts';
import { exposureOf } from '../findings/session-signals.ts';
import type { SessionCriterion, SessionEndReason } from '../journey-runs/session.ts';
import { addTo, shareOf, type Tally } from '../journey-runs/tally.ts';
import { explainedWave } from './explained-wave.ts';
import { citationOf, sampledEvidence, standsIn } from './quotes.ts';
import { measuredSessions, troublesOf, type ReadSession, type WaveRun, type WaveSource } from './read-wave.ts';
import { withExistingWaveSessions } from './shown-wave.ts';
import { showsSignal } from './troubles.ts';
import { waveInsightsOf } from './wave-insights.ts';

const signal = (dimension: KnownSignal['dimension'], detail: string, kind: string, id = 'srv/search'): KnownSignal => {
  const subject = { kind, id, label: id } as KnownSignal['subject'];
  return { dimension, detail, subject, fingerprint: signalFingerprint({ dimension, detail, subject }) };
};
const used = signal('toolUsed', '', 'tool');
const held = signal('journeyHeld', '', 'journey', 'journey_a');
const failing = signal('toolError', 'serverData', 'tool');
const refused = signal('toolError', 'arguments', 'tool');
const madeUp = signal('toolError', 'selection', 'journey', 'journey_a');
const cutShort = signal('deadEnd', 'cutShort', 'journey', 'journey_a');
const capped = signal('goalMissed', 'turnLimit', 'journey', 'journey_a');
const all = [used, held, failing, refused, madeUp, cutShort, capped];

/** The facts of a session of a run: its verdict by its one gating criterion, its signals and its target. */
interface Told {
  status?: SessionCriterion['status'];
  endReason?: SessionEndReason;
  signals?: KnownSignal[];
  targetIndex?: number;
  lifecycle?: ReadSession['lifecycle'];
}

let count = 0;
function run(name: string, told: Told[], persona = 'ada'): { run: WaveRun; sessions: ReadSession[] } {
  const sessions = told.map(
    ({ status = 'passed', endReason = 'goalReached', signals = [], targetIndex = 0, lifecycle = 'ran' }) => ({
      id: `chat_${String(++count).padStart(26, '0')}`,
      runId: `jrun_${name}`,
      targetIndex,
      lifecycle,
      errorCode: null,
      endReason: lifecycle === 'ran' ? endReason : ('setupFailed' as const),
      grading: 'settled' as const,
      criteria: [{ id: 'c', kind: 'assertion', role: 'gating', status, reason: '' } satisfies SessionCriterion],
      fingerprints: [used, held, ...signals].map(({ fingerprint }) => fingerprint),
    }),
  );
  const tally = sessions.reduce<Tally>(
    (sum, session) => addTo(sum, shareOf({ ...session, wasStarted: true, usage: null })),
    {},
  );
  const target = (targetId: string) => ({
    targetId,
    hostId: 'host',
    hostName: 'Shopper',
    environment: { id: targetId, name: targetId, revision: 1 },
    modelId: 'scripted/rules',
    runnerLabels: [],
  });
  const spec: WaveRun['spec'] = {
    version: 1,
    journeyName: name,
    goal: 'g',
    persona: { id: persona, name: persona, role: 'r', notes: null },
    personaModel: 'm',
    targets: [target('env_1'), target('env_2')],
    sessionsPerTarget: told.length,
    maxTurns: 3,
    rubric: null,
  };
  return {
    run: { id: `jrun_${name}`, journeyId: `journey_${name}`, spec, tally },
    sessions: sessions.filter((each) => each.lifecycle === 'ran'),
  };
}

const turn = (text: string, toolName = 'search'): SessionTurn => ({
  promptIndex: 0,
  status: 'completed',
  finishReason: 'stop',
  messages: [
    { role: 'user', text: 'Find tea' },
    { role: 'assistant', text: 'I found no tea.', calls: [] },
  ],
  toolCalls: [
    {
      id: 'c',
      stepId: '',
      stepIndex: 0,
      serverId: 'srv',
      serverName: 'shop',
      toolName,
      arguments: { q: 'tea' },
      result: { isError: true, content: [{ type: 'text', text }] },
      isError: true,
      startMs: 0,
    },
  ],
  askedAtMs: 0,
  endedAtMs: 1,
});

function told(
  made: ReturnType<typeof run>[],
  changes: Partial<WaveSource> = {},
  seen: SessionTurn | null | 'missing' = turn('out of stock\ntoday'),
) {
  const source: WaveSource = {
    waveId: 'W1',
    revision: '1',
    runs: made.map((each) => each.run),
    sessions: made.flatMap((each) => each.sessions),
    isCapped: false,
    signals: all,
    known: [],
    ...changes,
  };
  const sessions = measuredSessions(source);
  const troubles = troublesOf(sessions);
  const evidence = new Map(
    troubles.map((trouble) => [
      trouble.signal.fingerprint,
      trouble.sessions
        .slice(0, 2)
        .map(({ id }) =>
          sampledEvidence(
            { sessionId: id, fingerprint: trouble.signal.fingerprint, promptIndex: 0, excerpt: 'x' },
            trouble.signal,
            seen === 'missing' ? undefined : seen,
          ),
        ),
    ]),
  );
  const body = waveInsightsOf(source, sessions, troubles, evidence, 7);
  return { body, journeys: body.journeyFindings! };
}
const times = (n: number, each: Told): Told[] => Array.from({ length: n }, () => each);

test.each<[string, Told[], string, string, string]>([
  ['every session passes', times(3, {}), 'goalMet', 'ok', 'landed'],
  ['sessions pass with an error', [...times(2, {}), { signals: [failing] }], 'goalMetWithFriction', 'warn', 'friction'],
  ['few sessions fail', [...times(3, {}), { status: 'failed' }], 'goalMetWithFriction', 'warn', 'friction'],
  ['half of the sessions fail', [{}, { status: 'failed' }], 'goalMissed', 'fail', 'broken'],
  [
    'sessions fail with refused arguments',
    times(2, { status: 'failed', signals: [refused] }),
    'blockedCallingTool',
    'fail',
    'broken',
  ],
  [
    'sessions fail with failing results',
    times(2, { status: 'failed', signals: [failing] }),
    'blockedByResponse',
    'fail',
    'broken',
  ],
  [
    'sessions fail with made-up tools',
    times(2, { status: 'failed', signals: [madeUp] }),
    'lostFindingTool',
    'fail',
    'broken',
  ],
  ['no server is reached', times(2, { lifecycle: 'broke' }), 'blockedConnecting', 'fail', 'broken'],
  [
    'refused arguments are more frequent than failing results',
    [...times(3, { status: 'failed', signals: [refused] }), { status: 'failed', signals: [failing] }],
    'blockedCallingTool',
    'fail',
    'broken',
  ],
  ['nothing is graded', times(2, { status: 'not_applicable' }), 'notMeasured', 'muted', 'ungraded'],
  ['nothing is started', [], 'notRun', 'muted', 'notLaunched'],
])(
  '%s: the disposition and the tone of its persona, and the kind of the summary',
  (_, sessions, disposition, tone, kind) => {
    const { journeys } = told([run('a', sessions)]);
    expect([journeys.personas[0], journeys.summaryKind]).toMatchObject([
      { disposition, tone, goalRunIds: ['jrun_a'] },
      kind,
    ]);
  },
);

test.each<[string, KnownSignal[], boolean, string | undefined]>([
  ['a cut answer outweighs all others', [failing, capped, madeUp, cutShort], true, 'outputTruncated'],
  ['a made-up tool outweighs an error', [failing, madeUp, capped], true, 'hallucinatedTool'],
  ['an error outweighs the turn limit', [used, capped, failing], true, 'toolErrored'],
  ['no call outweighs the turn limit', [capped], true, 'noToolCalled'],
  ['the turn limit', [used, capped], true, 'turnCapReached'],
  ['no call in a session that reached its goal is none', [held], false, undefined],
])('%s', (_, signals, hasMissed, first) => expect(showsSignal(signals, hasMissed)[0]).toBe(first));

test('a finding quotes the transcript and names its sessions, its scope and its counts', () => {
  const wave = [run('a', times(4, { status: 'failed', signals: [failing] })), run('b', times(4, {}), 'bob')];
  const { body, journeys } = told(wave);
  const [first] = wave[0]!.sessions;
  expect(body).toMatchObject({
    scope: { kind: 'swarm_wave', id: 'W1' },
    summary: 'One finding in 8 sessions. The most frequent, in 4 sessions: Srv/search fails.',
    coverage: { unit: 'sessions', analyzed: 8, total: 16, gradedCount: 8, truncated: false, lowConfidence: true },
    runHealth: {
      targets: [
        { subjectId: 'env_1', attempted: 8, succeeded: 8 },
        { subjectId: 'env_2', attempted: 0 },
      ],
    },
    findings: [
      {
        status: 'new',
        affected: { count: 4, total: 8, unit: 'sessions' },
        evidence: [{ kind: 'tool_error', excerpt: 'out of stock today', sessionId: first!.id, promptIndex: 0 }, {}],
      },
    ],
    truncation: { omittedEvidence: 2 },
  });
  expect(journeys.findings).toMatchObject([
    {
      basis: 'verifiedMechanism',
      scopeLevel: 'goal',
      persona: { personaRefId: 'ada' },
      goal: { runId: 'jrun_a', title: 'a' },
      target: { kind: 'environment', id: 'env_1' },
      population: { count: 4, total: 8 },
      sessionIds: wave[0]!.sessions.map(({ id }) => id),
      citations: [`${first!.id}/turn-0`, expect.any(String)],
      verdictSeen: 'failed',
      chainStage: 'response',
      chainStageState: 'failed',
      chainStageBasis: 'derived',
      disposition: 'blockedByResponse',
      tone: 'fail',
      coverageNotes: ['sessionScanCapped'],
      reportExcerpt: { actual: 'out of stock today', citations: [`${first!.id}/turn-0`], account: null },
      signal: 'toolErrored',
    },
  ]);
  expect(journeys.verification).toEqual({ proposed: 1, confirmed: 1, rejected: 0, unverified: 0, omitted: 0 });
  expect(journeys.population).toEqual({
    configured: 16,
    started: 8,
    read: 8,
    unread: 0,
    withdrawn: 0,
    limited: 0,
    graded: 8,
  });
});

test.each<[string, ReturnType<typeof run>[], string]>([
  ['one session', [run('a', [{ status: 'failed', signals: [failing] }, {}])], 'session'],
  ['one of two targets', [run('a', [...times(2, { signals: [failing] }), { targetIndex: 1 }])], 'target'],
  [
    'one of two personas',
    [
      run('a', times(2, { signals: [failing] })),
      run('c', times(2, { signals: [failing], targetIndex: 1 })),
      run('b', [{}], 'bob'),
    ],
    'persona',
  ],
  [
    'both targets and personas',
    [run('a', times(2, { signals: [failing] })), run('b', times(2, { signals: [failing], targetIndex: 1 }), 'bob')],
    'wave',
  ],
])('a finding of %s has that scope', (_, wave, scope) => {
  expect(
    told(wave).journeys.findings.find(({ mechanismId }) => mechanismId === 'toolError-serverData')?.scopeLevel,
  ).toBe(scope);
});

test('silent sessions that missed their goal are a fact about the population', () => {
  const wave = run('a', times(3, { status: 'failed' }));
  const sessions = wave.sessions.map((session) => ({ ...session, fingerprints: [held.fingerprint] }));
  const { journeys } = told([{ ...wave, sessions }]);
  expect(journeys.personas).toMatchObject([{ disposition: 'lostFindingTool', tone: 'fail' }]);
  expect(journeys.findings).toMatchObject([
    {
      basis: 'populationFact',
      disposition: 'lostFindingTool',
      signal: 'noToolCalled',
      population: { count: 3, total: 3 },
    },
  ]);
});

test.each<[string, SessionTurn | null | 'missing', string[]]>([
  ['is missing', 'missing', ['transcriptMissing']],
  ['is too large', null, ['contextTooLarge']],
  ['does not have the call', turn('out of stock', 'other'), []],
])('a trouble whose turn %s is told as a count, and not as verified', (_, seen, notes) => {
  const { body, journeys } = told([run('a', times(2, { signals: [failing] }))], {}, seen);
  const [finding] = journeys.findings;
  expect(finding).toMatchObject({ basis: 'populationFact', citations: [], reportExcerpt: null, coverageNotes: notes });
  expect(journeys.verification).toMatchObject({ proposed: 1, confirmed: 0, unverified: 1 });
  expect(body.findings[0]!.evidence[0]!.excerpt).toBe('x');
});

test('a wave that goes on or is too large says so', () => {
  const wave = run('a', times(2, {}));
  const { body, journeys } = told(
    [{ ...wave, run: { ...wave.run, tally: { ...wave.run.tally, 'lifecycle/running': 2 } } }],
    { isCapped: true },
  );
  expect(body.summary).toMatch(/^The wave is under way: 2 of 4 sessions are not over\./);
  expect(body.coverage).toMatchObject({ analyzed: 2, total: 4, truncated: true });
  expect(journeys.coverageNotes).toEqual(['sessionScanCapped', 'partialRead']);
});

test('findings beyond the limit are counted', () => {
  const many = Array.from({ length: MAX_JOURNEY_FINDINGS + 5 }, (_, i) =>
    signal('toolError', 'serverData', 'tool', `srv/t${i}`),
  );
  const { journeys, body } = told([run('a', times(2, { signals: many }))], { signals: [...all, ...many] });
  expect([journeys.findings.length, journeys.verification.omitted]).toEqual([MAX_JOURNEY_FINDINGS, 5]);
  const { proposed, confirmed, rejected, unverified } = journeys.verification;
  expect(proposed).toBe(confirmed + rejected + unverified);
  expect([body.findings.length, body.truncation.omittedFindings]).toEqual([50, many.length - 50]);
});

test('a status is the one of the mining of this wave, or says that an earlier wave had it', () => {
  const known = (lastWindowId: string) => [
    { ...failing, status: 'regressed' as const, lastWindowId, isResolvedNow: false },
  ];
  const resolved = { ...refused, status: 'resolved' as const, lastWindowId: 'W0', isResolvedNow: true };
  const wave = [run('a', times(2, { signals: [failing] }))];
  const statusOf = (lastWindowId: string) => told(wave, { known: known(lastWindowId) }).body.findings[0]!.status;
  expect([statusOf('W1'), statusOf('W0')]).toEqual(['regressed', 'recurring']);
  expect(told(wave, { known: [...known('W1'), resolved] }).body.resolvedFindings).toMatchObject([
    { status: 'resolved' },
  ]);
  expect(exposureOf(failing)).toBe(used.fingerprint);
});

describe('the claims of a model', () => {
  const wave = run('a', times(2, { status: 'failed', signals: [failing] }));
  const [one, two] = wave.sessions.map(({ id }) => id) as [string, string];
  const { body } = told([wave]);
  const finding = body.findings[0]!.id;
  const turns = new Map([[citationOf({ sessionId: one, promptIndex: 0 }), turn('out of  stock\ntoday')]]);
  const explain = (claim: object) =>
    explainedWave(
      body,
      {
        version: 1,
        model: 'm',
        summary: 'Empty shop.',
        findings: [{ id: finding, rootCause: 'Empty.', recommendation: 'Fill.', ...claim }],
      },
      turns,
    );

  test.each<[string, object, 'confirmed' | 'rejected' | 'unverified']>([
    ['quotes the session', { quotes: [{ sessionId: one, text: 'out of stock today' }] }, 'confirmed'],
    ['quotes with other white space', { quotes: [{ sessionId: one, text: ' out of\nstock ' }] }, 'confirmed'],
    ['quotes nothing', {}, 'rejected'],
    [
      'quotes a session that does not exist',
      { quotes: [{ sessionId: 'chat_none', text: 'out of stock' }] },
      'rejected',
    ],
    [
      'cites a session that does not exist',
      { sessionIds: ['chat_none'], quotes: [{ sessionId: one, text: 'out of stock' }] },
      'rejected',
    ],
    ['quotes words that were not said', { quotes: [{ sessionId: one, text: 'the server is on fire' }] }, 'rejected'],
    [
      'has one true and one false quote',
      {
        quotes: [
          { sessionId: one, text: 'out of stock' },
          { sessionId: one, text: 'all is lost' },
        ],
      },
      'rejected',
    ],
    ['quotes too little to prove anything', { quotes: [{ sessionId: one, text: 'of' }] }, 'rejected'],
    ['quotes a turn that cannot be read', { quotes: [{ sessionId: two, text: 'out of stock' }] }, 'unverified'],
  ])('a claim that %s', (_, claim, state) => {
    const { body: explained, reasonCode } = explain(claim);
    const { verification, coverageNotes, reasoningModel, findings } = explained.journeyFindings!;
    expect(verification).toEqual({
      proposed: 2,
      confirmed: 1,
      rejected: 0,
      unverified: 0,
      omitted: 0,
      ...(state === 'confirmed' ? { confirmed: 2 } : { [state]: 1 }),
    });
    const isKept = state !== 'rejected';
    expect([
      explained.findings[0]!.rootCause,
      findings[0]!.reportExcerpt!.account,
      explained.explainedBy,
      reasoningModel,
    ]).toEqual(isKept ? ['Empty.', 'Empty.', 'm', 'm'] : [undefined, null, undefined, null]);
    expect([reasonCode, explained.summary === 'Empty shop.', coverageNotes.includes('mechanismsRejected')]).toEqual([
      isKept ? undefined : 'EXPLANATION_REJECTED',
      isKept,
      !isKept,
    ]);
  });

  test('a session that was deleted is no longer named', () => {
    const { findings, journeyFindings } = withExistingWaveSessions(body, new Set([two]));
    expect(findings[0]!.evidence.map(({ sessionId }) => sessionId)).toEqual([two]);
    expect(journeyFindings!.findings[0]).toMatchObject({
      sessionIds: [two],
      citations: [`${two}/turn-0`],
      reportExcerpt: null,
    });
  });
});

test('arguments and messages of a turn can be quoted, secrets only as they are shown', () => {
  const seen = turn('password=hunter2 is wrong');
  expect([
    standsIn(seen, '{"q":"tea"}'),
    standsIn(seen, 'I found no tea.'),
    standsIn(seen, 'password=hunter2'),
  ]).toEqual([true, true, false]);
});
