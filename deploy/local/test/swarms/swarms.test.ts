import type { JourneyRun, JourneyRunSession } from '@assay/contract/areas/journey-runs/documents';
import type { WaveInsights } from '@assay/contract/areas/wave-insights/documents';
import { startEverythingServer, type McpServerProcess } from '@assay/testkit/mcp-servers/everything-server';
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
    data: JSON.parse(data!) as JourneyRun & JourneyRunSession,
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
}, 60_000);
