import { given } from '@assay/contract/given';
import type { PersonaCreateRequest } from '@assay/sdk';
import type { JourneyRunSession } from '@assay/contract/areas/journey-runs/documents';
import type { Study } from '@assay/contract/areas/studies/documents';
import type { StudyVisit } from '@assay/contract/areas/visits/documents';
import type { JourneyDraft } from '@assay/contract/areas/journeys/drafts';
import { startEverythingServer, type McpServerProcess } from '@assay/testkit/mcp-servers/everything-server';
import { scriptedMcp } from '@assay/testkit/mcp-servers/scripted-mcp';
import { waitUntil } from '@assay/testkit/until';
import { runInProcess } from '../../../../packages/cli/test/support/command.ts';
import { answerOf } from '../support/api.ts';
import { startInstallation, type Installation } from '../support/installation.ts';

let everything: McpServerProcess;
let installation: Installation;
beforeAll(async () => {
  [everything, installation] = await Promise.all([
    startEverythingServer({ transport: 'streamableHttp' }),
    startInstallation({}),
  ]);
});
afterAll(() => Promise.all([everything.stop(), installation.stop()]));

test('a journey over two environments is held, graded and read, offline', async () => {
  const { api } = installation;
  const serverId = await api.saveServer('everything', everything.url);
  const hostId = (
    await api.assay.createClient(
      { projectId: api.projectId },
      {
        name: 'Shopper',
        config: { modelId: 'scripted/rules', serverIds: [serverId] },
      },
    )
  ).id;
  const environmentIds = [
    (await api.assay.createEnvironment({ projectId: api.projectId }, { name: 'today', hostId })).id,
    (await api.assay.createEnvironment({ projectId: api.projectId }, { name: 'tomorrow', hostId })).id,
  ];
  const personaId = (await api.assay.createPersona({ projectId: api.projectId }, { name: 'Ada', role: 'engineer' })).id;
  const swarmId = (
    await api.assay.createSwarm(
      { projectId: api.projectId },
      { name: 'All', environmentIds, sessionsPerTarget: 2, maxTurns: 3 },
    )
  ).id;
  const goal = 'Please echo {"message":"hello"}\nNow get-sum {"a":1,"b":2}';
  const rubric = {
    criteria: [
      {
        kind: 'assertion' as const,
        id: 'sum',
        assertion: { type: 'toolResultContains' as const, toolName: 'get-sum', needle: '3' },
      },
      {
        kind: 'assertion' as const,
        id: 'tiny',
        role: 'advisory' as const,
        assertion: { type: 'toolCalledAtLeastOnce' as const, toolName: 'get-tiny-image' },
      },
      { kind: 'goal' as const, id: 'told', label: 'the sum is 3', description: 'The assistant tells the sum.' },
    ],
  };
  const journeyId = (
    await api.assay.createJourney(
      { projectId: api.projectId },
      {
        goal,
        personaId,
        swarmId,
        sessionsPerTarget: 2,
        maxTurns: 3,
        rubric,
      },
    )
  ).id;
  const { id: runId } = await api.assay.launchJourneyRun({ projectId: api.projectId, journeyId }, { waveId: 'first' });
  const events = await Array.fromAsync(api.assay.streamJourneyRunEvents({ projectId: api.projectId, runId }));
  expect(events.at(-1)).toMatchObject({
    type: 'end',
    data: { status: 'completed', verdictSummary: { status: 'decided' } },
  });
  const sessions = events.filter(({ type }) => type === 'session').map(({ data }) => data as JourneyRunSession);
  const last = new Map(sessions.map(({ id, gradingState, verdict }) => [id, `${gradingState} ${verdict}`]));
  expect([...last.values()]).toEqual(Array.from({ length: 4 }, () => 'settled passed'));
  const run = await api.assay.getJourneyRun({ projectId: api.projectId, runId });
  expect(run).toMatchObject({
    status: 'completed',
    waveId: 'first',
    summary: { total: 4, succeeded: 4, failed: 0, rateLimited: 0 },
    targets: [{ environmentName: 'today' }, { environmentName: 'tomorrow' }],
    report: { execution: { completed: 4 }, goalGrading: { reported: 4, passed: 4 }, verdict: 'passed' },
  });

  // The counts agree with a count of the transcripts by hand.
  const { items } = await api.assay.listJourneyRunSessions({ projectId: api.projectId, runId });
  const transcripts = await Promise.all(
    items.map(({ id }) => api.assay.listJourneySessionTurns({ projectId: api.projectId, runId, sessionId: id })),
  );
  const calling = (toolName: string) =>
    transcripts.filter(({ items: turns }) =>
      turns.some(({ toolCalls }) => toolCalls.some((call) => call.toolName === toolName && !call.isError)),
    ).length;
  expect(transcripts.map(({ items: turns }) => turns.map(({ messages }) => messages[0]!.text))).toEqual(
    Array.from({ length: 4 }, () => goal.split('\n')),
  );
  const { criteria } = await api.assay.getJourneyRunScorecard({ projectId: api.projectId, runId });
  expect(criteria).toMatchObject([
    { id: 'sum', passCount: calling('get-sum'), failCount: 0 },
    { id: 'tiny', passCount: calling('get-tiny-image'), failCount: 4 },
    { id: 'told', passCount: 4 },
  ]);
  const { items: parts } = await api.assay.listJourneySessionTraceParts({
    projectId: api.projectId,
    runId,
    sessionId: items[0]!.id,
  });
  expect(parts.flatMap(({ spans }) => spans).filter(({ category }) => category === 'tool')).toHaveLength(2);

  // Without a model, insights are the findings of the rules, and say so.
  expect(await api.assay.requestWaveInsights({ projectId: api.projectId, waveId: 'first' })).toEqual({
    projectId: api.projectId,
    waveId: 'first',
    status: 'pending',
  });
  const { status, insights } = await api.assay.getWaveInsights({ projectId: api.projectId, waveId: 'first' });
  expect([status, insights]).toMatchObject([
    'completed',
    {
      scope: { kind: 'swarm_wave', id: 'first' },
      coverage: { unit: 'sessions', analyzed: 4, total: 4, truncated: false },
      runHealth: {
        targets: [
          { subjectLabel: 'today', succeeded: 2 },
          { subjectLabel: 'tomorrow', succeeded: 2 },
        ],
      },
      findings: [
        { title: 'The criterion "toolCalledAtLeastOnce get-tiny-image" is not met', affected: { count: 4, total: 4 } },
      ],
      journeyFindings: {
        summaryKind: 'friction',
        reasoningModel: null,
        personas: [{ persona: { name: 'Ada' }, disposition: 'goalMetWithFriction', tone: 'warn' }],
        coverageNotes: ['analysisUnavailable'],
      },
      journeyFindingsJob: { status: 'skipped' },
    },
  ]);
  const named = insights!.journeyFindings!.findings.flatMap(({ sessionIds }) => sessionIds);
  expect(named.toSorted()).toEqual(items.map(({ id }) => id).toSorted());

  // People of a study meet a trouble that no persona met.
  const { body: study } = await answerOf(
    api.assay.publishStudy.withResponse(
      { projectId: api.projectId, environmentId: environmentIds[0]! },
      {
        mode: 'anyone_with_link',
      },
    ),
  );
  await Promise.all([visited(study), visited(study)]);
  // Visits are measured a moment after they ended.
  const metrics = await waitUntil(async () => {
    const read = await api.assay.getStudyMetrics({ projectId: api.projectId, studyId: study.id });
    return read.sessions.ended === 2 && read;
  }, 30_000);
  const agreement = await waitUntil(async () => {
    const read = await api.assay.compareWaveWithStudy(
      { projectId: api.projectId, waveId: 'first' },
      { studyId: study.id, gradeSessions: 10 },
    );
    return read.criteria.gradedSessions === 2 && read;
  }, 30_000);
  const measures = await api.assay.getJourneyWaveMeasures({ projectId: api.projectId, waveId: 'first' });
  for (const name of ['toolErrorRate', 'deadEndRate', 'repeatedCallRate', 'answerRate'] as const)
    expect(agreement.rates[name]).toMatchObject({ real: metrics.rates[name], synthetic: measures.rates[name] });
  expect(agreement).toMatchObject({
    real: { sessions: 2 },
    synthetic: { sessions: 4, findings: 0 },
    findings: {
      ranks: { tau: null, conclusion: 'undecided', undecided: 'fewSessions' },
      recall: { value: null, undecided: 'fewSessions' },
      onlySynthetic: [],
      shared: [],
    },
    criteria: {
      items: [
        { criterionId: 'sum', real: { denominator: 2 }, synthetic: { numerator: 4, denominator: 4 } },
        { criterionId: 'tiny', real: { numerator: 0, denominator: 2 }, notMeasured: null },
        { criterionId: 'told', real: null, notMeasured: 'needsJudge' },
      ],
    },
  });
  const met = agreement.findings.onlyReal.find(({ dimension }) => dimension === 'toolError')!;
  expect(met).toMatchObject({
    subject: { id: `${serverId}/get-sum` },
    real: { numerator: 2, denominator: 2 },
    synthetic: { numerator: 0, denominator: 4 },
    syntheticEvidence: [],
  });
  const seen = await Promise.all(
    met.realEvidence.map(({ sessionId }) =>
      api.assay.getStudySession({ projectId: api.projectId, studyId: study.id, sessionId }),
    ),
  );
  expect(seen.map(({ messageCount }) => messageCount! > 0)).toEqual([true, true]);

  // The command judges a wave for a CI job, and launches one.
  const said: string[] = [];
  const env = { ASSAY_URL: installation.url, ASSAY_API_KEY: installation.apiKey };
  const gate = async (wave: string, policy: object, ...more: string[]) => {
    const place = ['--project', api.projectId, '--interval', '0.2', '--policy', JSON.stringify(policy)];
    const { code, stdout } = await runInProcess(['wave', 'gate', wave, ...place, ...more], { env });
    said.push(stdout);
    return code;
  };
  expect(await gate('first', { minimumPassRate: 1, minimumGradedSessions: 4, noRegressedFindings: {} })).toBe(0);
  expect(said[0]).toContain('The gate of the wave passed: all 3 rules hold.');
  expect(await gate('first', { minimumPassRate: 1 })).toBe(3);
  expect(
    await gate(
      'second',
      { minimumGradedSessions: 4, passRateRegression: { minSampleSize: 4 } },
      '--launch',
      journeyId,
      '--baseline',
      'first',
    ),
  ).toBe(0);
  expect(said.at(-1)).toMatch(/● against first .*: within noise\n/);
}, 60_000);

test('a planted regression is found in the next wave, and resolved after its repair', async () => {
  const { api } = installation;
  let isBroken = false;
  const tool = (name: string) => ({ name, inputSchema: { type: 'object' } });
  const shop = await scriptedMcp({
    'tools/list': () => ({ tools: [tool('search'), tool('order')] }),
    'tools/call': ({ params }) =>
      isBroken && params!['name'] === 'order'
        ? { isError: true, content: [{ type: 'text', text: 'The warehouse is closed.' }] }
        : { content: [{ type: 'text', text: 'Done.' }] },
  });
  const serverId = await api.saveServer('shop', shop.url);
  const hostId = (
    await api.assay.createClient(
      { projectId: api.projectId },
      {
        name: 'Buyer',
        config: { modelId: 'scripted/rules', serverIds: [serverId] },
      },
    )
  ).id;
  const journeyId = (
    await api.assay.createJourney(
      { projectId: api.projectId },
      {
        name: 'Buy tea',
        goal: 'search for tea\norder it',
        personaId: (await api.assay.createPersona({ projectId: api.projectId }, { name: 'Bea', role: 'buyer' })).id,
        environmentIds: [
          (await api.assay.createEnvironment({ projectId: api.projectId }, { name: 'shop', hostId })).id,
        ],
        sessionsPerTarget: 10,
        maxTurns: 4,
      },
    )
  ).id;
  /** Holds a wave; answers the findings about this server and this journey once a look at all waves made them. */
  const findingsAfter = async (waveId: string) => {
    const { id } = await api.assay.launchJourneyRun({ projectId: api.projectId, journeyId }, { waveId });
    await waitUntil(
      async () => (await api.assay.getJourneyRun({ projectId: api.projectId, runId: id })).status === 'completed',
      30_000,
    );
    await waitUntil(async () => {
      const waves = await installation.sql<{ isMined: boolean }>(
        `select mined_at > changed_at as "isMined" from swarms.waves where id = '${waveId}'`,
      );
      return waves[0]?.isMined === true;
    }, 30_000);
    const { items } = await api.assay.listSwarmFindings({ projectId: api.projectId });
    return items
      .filter(({ subject }) => subject.id.startsWith(serverId) || subject.id === journeyId)
      .map(({ status, dimension, subject }) => `${status} ${dimension} ${subject.label}`)
      .toSorted();
  };
  expect(await findingsAfter('healthy')).toEqual([]);
  expect(await findingsAfter('healthy-again')).toEqual([]);
  isBroken = true;
  expect(await findingsAfter('broken')).toEqual([
    'regressed deadEnd order (shop)',
    'regressed goalMissed Buy tea',
    'regressed toolError order (shop)',
  ]);
  isBroken = false;
  expect(await findingsAfter('repaired')).toEqual([
    'resolved deadEnd order (shop)',
    'resolved goalMissed Buy tea',
    'resolved toolError order (shop)',
  ]);
  await shop.stop();
}, 60_000);

/** A person visits a study, asks for a call that fails, and leaves. */
async function visited({ link }: Study): Promise<void> {
  const { pathname } = new URL(link!);
  const at = (path: string) => new URL(`${pathname}/visit${path}`, installation.url);
  const begun = await fetch(at(''), { method: 'POST', body: '{"consent":true}' });
  const cookie = begun.headers.getSetCookie()[0]!.split(';')[0]!;
  const headers = { cookie, 'content-type': 'application/json' };
  const sent = await fetch(at('/messages'), {
    method: 'POST',
    headers: { ...headers, 'idempotency-key': 'asked' },
    body: JSON.stringify({ text: 'Please get-sum {"a":"one","b":2}' }),
  });
  expect(sent.status).toBe(202);
  await waitUntil(async () => {
    const { openTurn } = (await (await fetch(at(''), { headers })).json()) as StudyVisit;
    return openTurn === undefined;
  }, 30_000);
  await fetch(at(''), { method: 'DELETE', headers, body: '{}' });
}

test('a drafted persona pursues its drafted journeys, offline', async () => {
  const { api } = installation;
  const serverId = await api.saveServer('drafted from', everything.url);
  const { id: hostId } = await api.assay.createClient(
    { projectId: api.projectId },
    {
      name: 'Drafter',
      config: { modelId: 'scripted/rules', serverIds: [serverId] },
    },
  );
  const { id: environmentId } = await api.assay.createEnvironment(
    { projectId: api.projectId },
    { name: 'drafted', hostId },
  );
  const { generationModel, persona, journeys } = await api.assay.generatePersonas(
    { projectId: api.projectId },
    {
      environmentId,
      journeyCount: 1,
    },
  );
  expect(generationModel).toBe('scripted/rules');
  const [{ goal, name, suggestedChecks = [] }] = journeys as [JourneyDraft];
  const { id: personaId } = await api.assay.createPersona(
    { projectId: api.projectId },
    persona as PersonaCreateRequest,
  );
  const { id: journeyId } = await api.assay.createJourney(
    { projectId: api.projectId },
    {
      goal,
      personaId,
      ...given({ name }),
      environmentIds: [environmentId],
      sessionsPerTarget: 1,
      maxTurns: 3,
      rubric: { criteria: suggestedChecks.map((assertion) => ({ kind: 'assertion', assertion })) },
    },
  );
  const { id: runId } = await api.assay.launchJourneyRun({ projectId: api.projectId, journeyId }, {});
  const run = await waitUntil(async () => {
    const read = await api.assay.getJourneyRun({ projectId: api.projectId, runId });
    return read.verdictSummary?.status === 'decided' && read;
  }, 30_000);
  expect(run.report).toMatchObject({ goalGrading: { reported: 1, passed: 1 }, verdict: 'passed' });

  const next = await api.assay.generatePersonas({ projectId: api.projectId }, { environmentId, personaCount: 2 });
  expect(next.personas!.map((each) => each.persona.name)).not.toContain(persona!.name);
}, 60_000);
