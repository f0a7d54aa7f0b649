import type { EvalSuiteDetail } from '@assay/contract/areas/suites/documents';
import { mcpClients } from '@assay/testkit/clients/mcp-clients';
import { sharedEverythingServer, type McpServerProcess } from '@assay/testkit/mcp-servers/everything-server';
import { waitUntil } from '@assay/testkit/until';
import { type Api, answerOf } from '../support/api.ts';
import { sharedInstallation, type SharedInstallation } from '../support/shared-installation.ts';

const LONG_MS = 120_000;

interface Page {
  items: { id: string }[];
}

let platform: SharedInstallation;
let everything: McpServerProcess;
let api: Api;
let itself: string;
beforeAll(async () => {
  [platform, everything] = await Promise.all([
    sharedInstallation(),
    sharedEverythingServer({ transport: 'streamableHttp' }),
  ]);
  ({ api } = platform);
  itself = await api.saveServer('assay', `${platform.url}/mcp`, {
    headers: { authorization: `Bearer ${platform.apiKey}` },
  });
}, LONG_MS);
afterAll(() => everything.stop());

test(
  'an agent writes a suite and reads it over /mcp',
  async () => {
    const serverId = await api.saveServer('everything', everything.url);
    const client = await mcpClients['the 2.x client'](platform.url, platform.apiKey);
    await client.listTools();
    const call = async <Reply>(name: string, given: Record<string, unknown>): Promise<Reply> =>
      (await client.callTool({ name, arguments: { projectId: api.projectId, ...given } })).structuredContent as Reply;
    const caseOf = (message: string) => ({
      title: message,
      steps: [{ id: 'one', kind: 'toolCall', serverName: 'everything', toolName: 'echo', arguments: { message } }],
    });
    const { suiteId } = await call<{ suiteId: string }>('createEvalSuite', {
      name: 'By an agent',
      serverIds: [serverId],
      tests: [caseOf('hi')],
    });
    expect(await call<EvalSuiteDetail>('getEvalSuite', { suiteId })).toMatchObject({
      id: suiteId,
      name: 'By an agent',
    });
    const { runId } = await call<{ runId: string }>('createEvalRun', { suiteId });
    expect(await api.finishedRun(runId)).toMatchObject({ verdict: 'passed', launcher: { kind: 'mcp' } });
    const [iteration] = (await call<Page>('listEvalRunIterations', { runId })).items;
    const [evalCase] = (await call<Page>('listEvalCases', { suiteId })).items;
    const { runId: again } = await call<{ runId: string }>('createEvalRun', { suiteId });
    await api.finishedRun(again);
    for (const [name, given] of [
      ['listProjects', undefined],
      ['getProject', {}],
      ['listProjectServers', {}],
      ['getProjectServer', { serverId }],
      ['listEvalSuites', {}],
      ['getEvalCase', { suiteId, caseId: evalCase!.id }],
      ['createEvalCase', { suiteId, ...caseOf('hello') }],
      ['createEvalCases', { suiteId, cases: [caseOf('good day')] }],
      ['getEvalRun', { runId }],
      ['listEvalRuns', {}],
      ['listEvalSuiteRuns', { suiteId }],
      ['getEvalRunSteps', { runId, iterationId: iteration!.id }],
      ['compareEvalRun', { runId: again, baseline: runId }],
      ['getEvalRunDecisionSummary', { runId }],
      ['listEvalAssertionTypes', undefined],
      ['listEnvironments', {}],
      ['listTools', { serverId }],
      ['runDoctor', { serverId }],
      ['validateServer', { serverId }],
    ] as const) {
      const args = given && { projectId: api.projectId, ...given };
      const result = await client.callTool({ name, arguments: args });
      expect([name, result.isError && result.content]).toEqual([name, undefined]);
    }
    await client.close();
  },
  LONG_MS,
);

test(
  'the agent turn creates a suite when asked, offline',
  async () => {
    const serverId = await api.saveServer('for the turn', everything.url);
    const suite = {
      name: 'By the agent turn',
      serverIds: [serverId],
      tests: [
        {
          title: 'echoes',
          steps: [
            { id: 'one', kind: 'toolCall', serverName: 'for the turn', toolName: 'echo', arguments: { message: 'hi' } },
          ],
        },
      ],
    };
    const content = `Please use createEvalSuite ${JSON.stringify(suite)} and then listEvalSuites.`;
    const turn = await api.assay.runAgentTurn({ projectId: api.projectId }, { messages: [{ role: 'user', content }] });
    expect(turn).toMatchObject({
      toolCalls: [{ operation: 'createEvalSuite' }, { operation: 'listEvalSuites' }],
      createdResources: [{ type: 'evalSuite', name: suite.name }],
      proposedActions: [],
    });
    const { id } = turn.createdResources[0]!;
    expect(await api.assay.getEvalSuite({ projectId: api.projectId, suiteId: id })).toMatchObject({ name: suite.name });
    expect(turn.reply).toContain(id);
  },
  LONG_MS,
);

test(
  'a case for a scheduled suite is proposed by an agent turn, and refused over /mcp',
  async () => {
    const serverId = await api.saveServer('scheduled', everything.url);
    const step = {
      id: 'one',
      kind: 'toolCall' as const,
      serverName: 'scheduled',
      toolName: 'echo',
      arguments: { message: 'hi' },
    };
    const { suiteId } = await api.assay.createEvalSuite(
      { projectId: api.projectId },
      {
        name: 'Scheduled',
        serverIds: [serverId],
        tests: [{ title: 'first', steps: [step] }],
      },
    );
    await answerOf(
      api.assay.updateEvalSuiteSchedule.withResponse(
        { projectId: api.projectId, suiteId },
        { enabled: true, intervalMinutes: 1_440 },
      ),
    );
    const added = { suiteId, title: 'second', steps: [step] };
    const turn = await api.assay.runAgentTurn(
      { projectId: api.projectId },
      {
        messages: [{ role: 'user', content: `Please use createEvalCase ${JSON.stringify(added)}.` }],
      },
    );
    expect(turn).toMatchObject({
      createdResources: [],
      proposedActions: [
        {
          operation: 'createEvalCase',
          buttonLabel: 'Add to the scheduled suite',
          target: { selector: suiteId },
          arguments: added,
        },
      ],
    });
    const client = await mcpClients['the 2.x client'](platform.url, platform.apiKey);
    const arguments_ = { projectId: api.projectId, ...added };
    const refused = await client.callTool({ name: 'createEvalCase', arguments: arguments_ });
    await client.close();
    expect([refused.isError, JSON.stringify(refused.content)]).toEqual([
      true,
      expect.stringContaining('PERSON_DECIDES'),
    ]);
    expect((await api.assay.listEvalCases({ projectId: api.projectId, suiteId })).items).toHaveLength(1);
  },
  LONG_MS,
);

test(
  'the doctor finds nothing wrong with the platform as a server',
  async () => {
    const { body } = await answerOf(
      api.assay.runDoctor.withResponse({ projectId: api.projectId, serverId: itself }, {}),
    );
    expect(body).toMatchObject({ status: 'ready' });
  },
  LONG_MS,
);

test(
  'the platform as a server passes the official conformance suite',
  async () => {
    const { runId } = await api.assay.startConformanceRun({ projectId: api.projectId, serverId: itself }, {});
    const run = await waitUntil(async () => {
      const read = await api.assay.getConformanceRun({ projectId: api.projectId, runId });
      return !['pending', 'running'].includes(read.status) && read;
    }, LONG_MS);
    const report = await api.assay.getConformanceReport({ projectId: api.projectId, runId });
    // Without sessions, this scenario of several streams has nothing to try.
    const warned = report.warnings.map(({ scenario }) => scenario);
    expect([run.outcome, report.cases, warned]).toEqual(['passed', [], ['server-sse-multiple-streams']]);
  },
  LONG_MS,
);
