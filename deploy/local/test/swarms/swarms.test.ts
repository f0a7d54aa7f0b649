import type { JourneyWaveMeasures } from '@assay/contract/areas/journey-measures/documents';
import type { StudyAgreement } from '@assay/contract/areas/journey-measures/study-agreement';
import type { JourneyRun, JourneyRunSession } from '@assay/contract/areas/journey-runs/documents';
import type { SwarmFinding } from '@assay/contract/areas/journey-runs/findings';
import type { WaveInsights } from '@assay/contract/areas/wave-insights/documents';
import type { Study, StudySessionDetail } from '@assay/contract/areas/studies/documents';
import type { StudyMetrics } from '@assay/contract/areas/study-analytics/documents';
import type { StudyVisit } from '@assay/contract/areas/visits/documents';
import type { GenerationDrafts, JourneyDraft } from '@assay/contract/areas/journeys/drafts';
import { startEverythingServer, type McpServerProcess } from '@assay/testkit/mcp-servers/everything-server';
import { scriptedMcp } from '@assay/testkit/mcp-servers/scripted-mcp';
import { waitUntil } from '@assay/testkit/until';
import { runCommand } from '../../../../packages/cli/src/run.ts';
import type { ApiPage } from '../support/api.ts';
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

interface Made {
  id: string;
}
interface Turn {
  messages: { role: string; text: string }[];
  toolCalls: { toolName: string; isError: boolean }[];
}

test('a journey over two environments is held, graded and read, offline', async () => {
  const { api } = installation;
  const made = async (path: string, body: object) => (await api.post<{ id: string }>(path, body)).id;
  const serverId = await api.saveServer('everything', everything.url);
  const hostId = await made('/clients', {
    name: 'Shopper',
    config: { modelId: 'scripted/rules', serverIds: [serverId] },
  });
  const environmentIds = [
    await made('/environments', { name: 'today', hostId }),
    await made('/environments', { name: 'tomorrow', hostId }),
  ];
  const personaId = await made('/personas', { name: 'Ada', role: 'engineer' });
  const swarmId = await made('/swarms', { name: 'All', environmentIds, sessionsPerTarget: 2, maxTurns: 3 });
  const goal = 'Please echo {"message":"hello"}\nNow get-sum {"a":1,"b":2}';
  const rubric = {
    criteria: [
      { kind: 'assertion', id: 'sum', assertion: { type: 'toolResultContains', toolName: 'get-sum', needle: '3' } },
      {
        kind: 'assertion',
        id: 'tiny',
        role: 'advisory',
        assertion: { type: 'toolCalledAtLeastOnce', toolName: 'get-tiny-image' },
      },
      { kind: 'goal', id: 'told', label: 'the sum is 3', description: 'The assistant tells the sum.' },
    ],
  };
  const journeyId = await made('/journeys', {
    goal,
    personaId,
    swarmId,
    sessionsPerTarget: 2,
    maxTurns: 3,
    rubric,
  });
  const { id: runId } = await api.post<{ id: string }>(`/journeys/${journeyId}/runs`, { waveId: 'first' });
  const { url, apiKey } = installation;
  const stream = await fetch(`${url}/api/v1/projects/${api.projectId}/journey-runs/${runId}/events`, {
    headers: { authorization: `Bearer ${apiKey}` },
  });
  const events = [...(await stream.text()).matchAll(/^event: (.+)\ndata: (.+)$/gm)].map(([, type, data]) => ({
    type,
    data: JSON.parse(data!) as JourneyRunSession,
  }));
  expect(events.at(-1)).toMatchObject({
    type: 'end',
    data: { status: 'completed', verdictSummary: { status: 'decided' } },
  });
  const sessions = events.filter(({ type }) => type === 'session').map(({ data }) => data);
  const last = new Map(sessions.map(({ id, gradingState, verdict }) => [id, `${gradingState} ${verdict}`]));
  expect([...last.values()]).toEqual(Array.from({ length: 4 }, () => 'settled passed'));
  const run = await api.get<JourneyRun>(`/journey-runs/${runId}`);
  expect(run).toMatchObject({
    status: 'completed',
    waveId: 'first',
    summary: { total: 4, succeeded: 4, failed: 0, rateLimited: 0 },
    targets: [{ environmentName: 'today' }, { environmentName: 'tomorrow' }],
    report: { execution: { completed: 4 }, goalGrading: { reported: 4, passed: 4 }, verdict: 'passed' },
  });

  // The counts agree with a count of the transcripts by hand.
  const { items } = await api.get<ApiPage<JourneyRunSession>>(`/journey-runs/${runId}/sessions`);
  const transcripts = await Promise.all(
    items.map(({ id }) => api.get<ApiPage<Turn>>(`/journey-runs/${runId}/sessions/${id}/turns`)),
  );
  const calling = (toolName: string) =>
    transcripts.filter(({ items: turns }) =>
      turns.some(({ toolCalls }) => toolCalls.some((call) => call.toolName === toolName && !call.isError)),
    ).length;
  expect(transcripts.map(({ items: turns }) => turns.map(({ messages }) => messages[0]!.text))).toEqual(
    Array.from({ length: 4 }, () => goal.split('\n')),
  );
  const { criteria } = await api.get<{ criteria: { id: string; passCount: number; failCount: number }[] }>(
    `/journey-runs/${runId}/scorecard`,
  );
  expect(criteria).toMatchObject([
    { id: 'sum', passCount: calling('get-sum'), failCount: 0 },
    { id: 'tiny', passCount: calling('get-tiny-image'), failCount: 4 },
    { id: 'told', passCount: 4 },
  ]);
  const { items: parts } = await api.get<ApiPage<{ spans: { category: string }[] }>>(
    `/journey-runs/${runId}/sessions/${items[0]!.id}/trace/parts`,
  );
  expect(parts.flatMap(({ spans }) => spans).filter(({ category }) => category === 'tool')).toHaveLength(2);

  // Without a model, insights are the findings of the rules, and say so.
  expect(await api.post('/waves/first/insights')).toEqual({
    projectId: api.projectId,
    waveId: 'first',
    status: 'pending',
  });
  const { status, insights } = await api.get<WaveInsights>('/waves/first/insights');
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
  const { body: study } = await api.inProject<Study>('PUT', `/environments/${environmentIds[0]!}/study`, {
    mode: 'anyone_with_link',
  });
  await Promise.all([visited(study), visited(study)]);
  // Visits are measured a moment after they ended.
  const metrics = await waitUntil(async () => {
    const read = await api.get<StudyMetrics>(`/studies/${study.id}/metrics`);
    return read.sessions.ended === 2 && read;
  }, 30_000);
  const agreementWith = `/waves/first/study-agreement?studyId=${study.id}`;
  const agreement = await waitUntil(async () => {
    const read = await api.get<StudyAgreement>(`${agreementWith}&gradeSessions=10`);
    return read.criteria.gradedSessions === 2 && read;
  }, 30_000);
  const measures = await api.get<JourneyWaveMeasures>('/waves/first/measures');
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
    met.realEvidence.map(({ sessionId }) => api.get<StudySessionDetail>(`/studies/${study.id}/sessions/${sessionId}`)),
  );
  expect(seen.map(({ messageCount }) => messageCount! > 0)).toEqual([true, true]);

  // The command judges a wave for a CI job, and launches one.
  const said: string[] = [];
  const streams = { out: (text: string) => void said.push(text), err: () => undefined };
  const env = { ASSAY_URL: installation.url, ASSAY_API_KEY: installation.apiKey };
  const gate = (wave: string, policy: object, ...more: string[]) => {
    const place = ['--project', api.projectId, '--interval', '0.2', '--policy', JSON.stringify(policy)];
    return runCommand(['wave', 'gate', wave, ...place, ...more], streams, env);
  };
  expect(await gate('first', { minimumPassRate: 1, minimumGradedSessions: 4, noRegressedFindings: {} })).toBe(0);
  expect(said[0]).toContain('4 of 4 graded sessions passed: 100.0 %');
  expect(await gate('first', { minimumPassRate: 1 })).toBe(2);
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
  expect(said.at(-1)).toContain('4 pairs of sessions were compared');
}, 60_000);

test('a planted regression is found in the next wave, and resolved after its repair', async () => {
  const { api } = installation;
  const made = async (path: string, body: object) => (await api.post<{ id: string }>(path, body)).id;
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
  const hostId = await made('/clients', {
    name: 'Buyer',
    config: { modelId: 'scripted/rules', serverIds: [serverId] },
  });
  const journeyId = await made('/journeys', {
    name: 'Buy tea',
    goal: 'search for tea\norder it',
    personaId: await made('/personas', { name: 'Bea', role: 'buyer' }),
    environmentIds: [await made('/environments', { name: 'shop', hostId })],
    sessionsPerTarget: 10,
    maxTurns: 4,
  });
  /** Holds a wave; answers the findings about this server and this journey once a look at all waves made them. */
  const findingsAfter = async (waveId: string) => {
    const { id } = await api.post<{ id: string }>(`/journeys/${journeyId}/runs`, { waveId });
    await waitUntil(async () => (await api.get<JourneyRun>(`/journey-runs/${id}`)).status === 'completed', 30_000);
    await waitUntil(async () => {
      const waves = await installation.sql<{ isMined: boolean }>(
        `select mined_at > changed_at as "isMined" from swarms.waves where id = '${waveId}'`,
      );
      return waves[0]?.isMined === true;
    }, 30_000);
    const { items } = await api.get<ApiPage<SwarmFinding>>('/journey-findings');
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
  const { id: hostId } = await api.post<Made>('/clients', {
    name: 'Drafter',
    config: { modelId: 'scripted/rules', serverIds: [serverId] },
  });
  const { id: environmentId } = await api.post<Made>('/environments', { name: 'drafted', hostId });
  const { generationModel, persona, journeys } = await api.post<GenerationDrafts>('/personas/generate', {
    environmentId,
    journeyCount: 1,
  });
  expect(generationModel).toBe('scripted/rules');
  const [{ goal, name, suggestedChecks = [] }] = journeys as [JourneyDraft];
  const { id: personaId } = await api.post<Made>('/personas', { ...persona });
  const { id: journeyId } = await api.post<Made>('/journeys', {
    name,
    goal,
    personaId,
    environmentIds: [environmentId],
    sessionsPerTarget: 1,
    maxTurns: 3,
    rubric: { criteria: suggestedChecks.map((assertion) => ({ kind: 'assertion', assertion })) },
  });
  const { id: runId } = await api.post<Made>(`/journeys/${journeyId}/runs`, {});
  const run = await waitUntil(async () => {
    const read = await api.get<JourneyRun>(`/journey-runs/${runId}`);
    return read.verdictSummary?.status === 'decided' && read;
  }, 30_000);
  expect(run.report).toMatchObject({ goalGrading: { reported: 1, passed: 1 }, verdict: 'passed' });

  const next = await api.post<GenerationDrafts>('/personas/generate', { environmentId, personaCount: 2 });
  expect(next.personas!.map((each) => each.persona.name)).not.toContain(persona!.name);
}, 60_000);
