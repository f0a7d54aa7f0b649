import type { Api } from '../../support/api.ts';
import { seedHelpdesk, type SeededHelpdesk } from '../../support/helpdesk.ts';

/** A project in which every route of the console has something to show. */
export interface SeededRoutes {
  /** The address of each route, by its name. */
  routes: Record<string, string>;
  helpdesk: SeededHelpdesk;
}

/** Seeds a project of its own with the helpdesk, two runs, a matrix and a lab; stop the helpdesk afterwards. */
export async function seedRoutes(api: Api): Promise<SeededRoutes> {
  const { assay } = api;
  const { id: projectId } = await assay.createProject({ name: 'Every route' });
  const helpdesk = await seedHelpdesk(api.inProject(projectId));
  const { serverId, suiteId, runIds } = helpdesk;
  const [base, run] = runIds;
  const [{ items: iterations }, { items: cases }, { organizationId }, { runGroupId, targets }, { labId }] =
    await Promise.all([
      assay.listEvalRunIterations({ projectId, runId: run }),
      assay.listEvalCases({ projectId, suiteId }),
      assay.getProject({ projectId }),
      assay.createEvalRunGroup({ projectId }, { suiteId, targets: [{ arm: { name: 'A' } }, { arm: { name: 'B' } }] }),
      assay.startCatalogueLab({ projectId, serverId }, lab),
    ]);
  for (const { runId } of targets)
    for await (const _ of assay.streamEvalRunEvents({ projectId, runId: runId! })) continue;
  const failed = iterations.find(({ result }) => result === 'failed')!;
  const project = `/p/${projectId}`;
  const [server, suite, ofRun] = [
    `${project}/servers/${serverId}`,
    `${project}/suites/${suiteId}`,
    `${project}/runs/${run}`,
  ];
  const iteration = `${ofRun}/i/${failed.id}`;
  return {
    helpdesk,
    routes: {
      overview: project,
      start: `${project}/start`,
      servers: `${project}/servers`,
      registry: `${project}/registry`,
      server,
      ...tabsOf('server', server, ['resources', 'prompts', 'lint', 'drift', 'readiness', 'conformance', 'settings']),
      'server tools': `${server}/tools?tool=search_tickets`,
      'server oauth': `${server}/oauth`,
      lab: `${server}/lab/${labId}`,
      suites: `${project}/suites`,
      'suite import': `${project}/suites/import`,
      suite,
      ...tabsOf('suite', suite, ['runs', 'drafts', 'environments', 'schedule', 'judge', 'revisions', 'file']),
      case: `${suite}/cases/${cases[0]!.id}`,
      launch: `${suite}/launch`,
      runs: `${project}/runs`,
      run: ofRun,
      ...tabsOf('run', ofRun, ['decision', 'insights', 'judge', 'configuration', 'exports']),
      compare: `${ofRun}/compare?base=${base}`,
      matrix: `${project}/groups/${runGroupId}`,
      iteration,
      ...tabsOf('iteration', iteration, ['conversation', 'wire', 'widget', 'judge']),
      keys: `/o/${organizationId}/settings/keys`,
      components: '/dev/components',
      'not found': `${project}/runs/run_00000000000000000000000000`,
    },
  };
}

/** A lab of the helpdesk's tools, two of which it renames or confuses; it asks no language model. */
export const lab = {
  name: 'clearer refunds',
  model: 'scripted/rules',
  sizes: [5],
  overrides: [{ toolName: 'refund_order', name: 'refund_payment' }],
  tasks: [
    { prompt: 'refund_order O-1', expectedTool: 'refund_order' },
    { prompt: 'get_ticket T-1', expectedTool: 'order_status' },
  ],
};

const tabsOf = (name: string, path: string, tabs: readonly string[]): Record<string, string> =>
  Object.fromEntries(tabs.map((tab) => [`${name} ${tab}`, `${path}?tab=${tab}`]));
