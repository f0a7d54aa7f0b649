import { waitUntil } from '@assay/testkit/until';
import { zipOf } from '@assay/testkit/zip';
import { assertStep, toolCall, type Api, answerOf } from '../support/api.ts';

/** Sends a statement as the superuser. */
export type SendSql = (statement: string) => Promise<unknown>;

export interface Made {
  projectId: string;
  serverId: string;
  suiteId: string;
  runId: string;
}

/**
 * Fills the caller's project with data of every kind: over the API, and with SQL where another party would have to act.
 */
export async function fillProject(api: Api, everythingUrl: string, sql: SendSql): Promise<void> {
  const { projectId, serverId, suiteId, runId } = await fillOverApi(api, everythingUrl);
  for (const statement of [
    ...catalogRows({ projectId, serverId, suiteId, runId }),
    ...diagnosticsRows(projectId, serverId),
    keyRow('environments', projectId),
    ...environmentsRows(projectId),
    keyRow('swarms', projectId),
    ...swarmsRows(projectId),
    ...suitesRows(projectId, suiteId),
    ...runsRows({ projectId, serverId, suiteId, runId }),
  ])
    await sql(statement);
}

/** Fills the caller's project with everything that callers of the API can make. */
export async function fillOverApi(api: Api, everythingUrl: string): Promise<Made> {
  const { projectId } = api;
  const { id: secretId } = await api.assay.createSecret(
    { projectId: api.projectId },
    { name: 'hidden', value: 'hidden' },
  );
  const serverId = await api.saveServer('everything', everythingUrl, { headers: { 'x-secret': { secretId } } });
  await api.assay.runDoctor({ projectId: api.projectId, serverId });
  const tasks = [{ prompt: 'echo {"message": "hi"}', expectedTool: 'echo' }];
  await api.assay.startCatalogueLab(
    { projectId: api.projectId, serverId },
    { model: 'scripted/rules', sizes: [5], tasks },
  );
  const { runId: readinessRunId } = await api.assay.startClaudeReadinessRun({ projectId: api.projectId, serverId }, {});
  const { id: imageId } = await api.assay.createSandboxImage(
    { projectId: api.projectId },
    {
      name: 'tools',
      blueprint: JSON.stringify({ baseImage: `docker.io/library/node@sha256:${'a'.repeat(64)}` }),
    },
  );
  await api.assay.buildSandboxImage({ projectId: api.projectId, imageId });
  const tests = [
    {
      title: 'echoes',
      runs: 3,
      steps: [
        toolCall('call', 'everything', 'echo', { message: 'hello' }),
        assertStep('said', { type: 'toolResultContains', needle: 'hello' }),
      ],
    },
  ];
  const suite = { name: 'full', serverIds: [serverId], model: 'scripted/rules', tests };
  const {
    body: { suiteId },
  } = await answerOf(
    api.assay.createEvalSuite.withResponse({ projectId }, suite, {
      headers: {
        'idempotency-key': 'full',
      },
    }),
  );
  await api.assay.updateEvalSuiteSchedule(
    { projectId, suiteId },
    {
      enabled: true,
      intervalMinutes: 10_000,
    },
  );
  // On a cluster that has just started a service may not have found the next one.
  const runId = await waitUntil(
    () => api.startRun({ suiteId, cassette: { mode: 'record' }, idempotencyKey: 'full' }),
    60_000,
  );
  await api.finishedRun(runId, 120_000);
  await waitUntil(async () => (await api.run(runId)).cassette?.cassetteId, 60_000);
  await ingest(api);
  await pushBundles(api);
  await attachEnvironment(api, suiteId, serverId);
  await waitUntil(
    async () =>
      ['completed', 'failed'].includes(
        (await api.assay.getReadinessRun({ projectId: api.projectId, runId: readinessRunId })).status,
      ),
    60_000,
  );
  return { projectId, serverId, suiteId, runId };
}

/** A client, a server group with its snapshot, and an environment of them that a suite uses. */
async function attachEnvironment(api: Api, suiteId: string, serverId: string): Promise<void> {
  const { assay, projectId } = api;
  const { id: hostId } = await assay.createClient({ projectId }, { name: 'Desktop', template: 'claude' });
  const { id: serverGroupId } = await assay.createServerGroup({ projectId }, { name: 'all', serverIds: [serverId] });
  const { id: serverAttachmentId } = await assay.snapshotServerGroup({ projectId, serverGroupId });
  const staging = { name: 'staging', hostId, serverAttachmentId };
  const { id: environmentId } = await assay.createEnvironment({ projectId }, staging);
  await api.assay.updateEvalSuite({ projectId: api.projectId, suiteId }, { environmentIds: [environmentId] });
}

/** A plugin with a skill, and a skill alone. */
async function pushBundles(api: Api): Promise<void> {
  const skill = '---\nname: forms\ndescription: Fill in forms.\n---\n# Forms\n';
  await api.assay.pushProjectPlugin(
    { projectId: api.projectId },
    zipOf({ 'plugin.json': '{"name":"tools"}', 'skills/forms/SKILL.md': skill }),
  );
  await api.assay.pushProjectSkill({ projectId: api.projectId }, zipOf({ 'SKILL.md': skill }));
}

/** An ingested run, and its uploaded file. */
async function ingest(api: Api): Promise<void> {
  const { uploadUrl } = await api.assay.createEvalIngestUploadUrl({ projectId: api.projectId }, {});
  const uploadToken = new URL(uploadUrl).pathname.split('/').at(-1)!;
  const { storageId } = await api.assay.putEvalIngestArtifact(
    { projectId: api.projectId, uploadToken },
    Buffer.from('<testsuite><testcase name="one"/></testsuite>'),
  );
  await api.assay.reportEvalRun(
    { projectId: api.projectId },
    { suiteName: 'elsewhere', artifact: { storageId, format: 'junit' } },
  );
}

const id = (prefix: string) => `${prefix}_${Math.random().toString(36).slice(2).padEnd(26, '0')}`;

const catalogRows = ({ projectId, serverId, suiteId, runId }: Made) => [
  keyRow('catalog', projectId),
  `insert into catalog.budgets (id, organization_id, project_id, scope_kind, scope_id, period, unit, limit_amount, window_start)
     select '${id('budget')}', organization_id, id, 'project', id, 'day', 'tokens', 1000, now() from catalog.projects where id = '${projectId}'`,
  `insert into catalog.budgets (id, organization_id, scope_kind, scope_id, period, unit, limit_amount, window_start)
     select '${id('budget')}', organization_id, 'suite', '${suiteId}', 'day', 'tokens', 1000, now() from catalog.projects where id = '${projectId}'`,
  `insert into suites.case_changes (case_id, revision, changed)
     select id, 2, '{/title}' from suites.cases where suite_id = '${suiteId}' limit 1`,
  `insert into catalog.runner_tokens (id, organization_id, project_id, name, labels, hash, prefix)
     select '${id('token')}', organization_id, id, 't', '{}', sha256(id::bytea), 't' from catalog.projects where id = '${projectId}'`,
  `insert into catalog.registry_servers (id, source, name, version, content_hash, entry) values ('regsrv_published', 'official', 'example/x', '1', 'h', '{"server": {"name": "example/x", "version": "1"}}') on conflict do nothing`,
  `insert into catalog.registry_installs (server_id, project_id, registry_server_id, version, content_hash, destination) values ('${serverId}', '${projectId}', 'regsrv_published', '1', 'h', 'd')`,
  `insert into catalog.invitations (id, organization_id, project_id, email, role, hash, expires_at)
     select '${id('invite')}', organization_id, id, id || '@example.com', 'member', sha256(id::bytea), now() + interval '1 day' from catalog.projects where id = '${projectId}'`,
  `insert into catalog.chat_sessions (id, organization_id, project_id, user_id, status, visibility, is_pinned, is_unread, created_at, last_activity_at)
     select '${id('chat')}', organization_id, id, created_by, 'active', 'private', false, false, now(), now() from catalog.projects where id = '${projectId}'`,
  `insert into catalog.model_calls (id, organization_id, project_id, suite_id, run_id, key_id, model, purpose, state, reserved_input_tokens, reserved_output_tokens, reserved_until, input_tokens, output_tokens, cached_input_tokens, created_at, settled_at)
     select '${id('iter')}.1.1', organization_id, id, '${suiteId}', '${runId}', 'key', 'openai/x', 'turn', 'settled', 1, 1, now(), 11, 7, 0, now(), now() from catalog.projects where id = '${projectId}'`,
];

const diagnosticsRows = (projectId: string, serverId: string) => [
  keyRow('diagnostics', projectId),
  `insert into diagnostics.work_group_turns (group_id, project_id, served_at) values ('${projectId}', '${projectId}', now())`,
  `insert into diagnostics.lint_suppressions (id, server_id, project_id, rule_id, body) values ('sup_' || md5('${serverId}'), '${serverId}', '${projectId}', 'r', '{}')`,
  `insert into diagnostics.readiness_facts (server_id, project_id, requirement_id, kind, met, note) values ('${serverId}', '${projectId}', 'claude.logo', 'claude', true, 'n')`,
  `insert into diagnostics.token_requests (server_id, project_id, kind) values ('${serverId}', '${projectId}', 'imported')`,
  `insert into diagnostics.oauth_grants (server_id, project_id, grant_type, server_url, authority, sealed, scopes) values ('${serverId}', '${projectId}', 'authorization_code', 'u', '{}', '', '{}')`,
  `insert into diagnostics.tunnels (server_id, project_id, slug, created_by, token_expires_at, secret_version) values ('${serverId}', '${projectId}', '${serverId}', 'usr', now(), 1)`,
  `insert into diagnostics.tunnel_openings (attachment_id, server_id, project_id, user_id) values ('${serverId}', '${serverId}', '${projectId}', 'usr')`,
  `insert into diagnostics.connections (id, organization_id, user_id, key_id, project_id, server_id, url, status, expires_at) values ('${id('con')}', 'org', 'usr', 'key', '${projectId}', '${serverId}', 'u', 'ready', now())`,
  `insert into diagnostics.tool_calls (id, project_id, server_id, user_id, tool_name, outcome, duration_ms, session_opened, bytes) values ('${serverId}', '${projectId}', '${serverId}', 'usr', 't', 'answered', 1, false, 1)`,
  `insert into diagnostics.seen_in_calls (call_id, kind, name, value, body) values ('${serverId}', 'link', '', 'u', '{}')`,
  `insert into diagnostics.inspections (id, project_id, server_id, once) values ('${id('job')}', '${projectId}', '${serverId}', false)`,
  `insert into diagnostics.conformance_results (run_id, suite, scenario, status, checks) select id, 's', 'x', 'passed', '[]' from diagnostics.directory_runs where project_id = '${projectId}'`,
  jobRow('diagnostics', id('job'), projectId),
];

const environmentsRows = (projectId: string): string[] => {
  const [session, turn] = [id('chat'), id('turn')];
  return [
    `insert into environments.chat_sessions (id, organization_id, project_id, origin, owner_id, settings, spec) values ('${session}', 'org', '${projectId}', 'chat', 'usr', '{}', '{}')`,
    `insert into environments.turns (id, session_id, prompt_index, caller_id, idempotency_key, request_hash, status, request, first_message) values ('${turn}', '${session}', 0, 'usr', '${turn}', '', 'completed', '{}', 0)`,
    `insert into environments.chat_messages (session_id, index, turn_id, body) values ('${session}', 0, '${turn}', '{}')`,
    `insert into environments.browsers (session_id, organization_id, project_id, owner_id, policy, present_policy, status) values ('${session}', 'org', '${projectId}', 'usr', '{}', '{}', 'closed')`,
    `insert into environments.browser_entries (session_id, seq, kind, body) values ('${session}', 1, 'note', '{}')`,
    `insert into environments.browser_screenshots (id, session_id, command_id, mime_type, width, height, body) values ('${session}', '${session}', '${session}', 'image/png', 1, 1, '')`,
    `insert into environments.browser_profiles (project_id, owner_id, id, organization_id, sealed) values ('${projectId}', 'usr', 'p', 'org', '')`,
    `insert into environments.trace_parts (owner_id, fence, part, body) values ('${turn}', gen_random_uuid(), 0, '')`,
    `insert into environments.studies (id, organization_id, project_id, environment_id, name, mode, guest_execution)
       select '${id('study')}', 'org', project_id, id, 's', 'invited_only', '{}' from environments.environments where project_id = '${projectId}' limit 1`,
    `insert into environments.work_turns (project_id, organization, served_at) values ('${projectId}', 'org', now()) on conflict do nothing`,
    `insert into environments.work_group_turns (group_id, project_id, served_at) values ('${projectId}', '${projectId}', now()) on conflict do nothing`,
    jobRow('environments', id('job'), projectId),
  ];
};

const swarmsRows = (projectId: string): string[] => {
  const [persona, journey, run, session, attempt] = [id('persona'), id('journey'), id('jrun'), id('chat'), id('job')];
  const signal = `swarms.signals (series_id, fingerprint, dimension, detail, subject)`;
  return [
    `insert into swarms.personas (id, project_id, slug, name, role, source) values ('${persona}', '${projectId}', 's', 'n', 'r', 'manual')`,
    `insert into swarms.swarms (id, project_id, name, sessions_per_target, max_turns) values ('${id('swarm')}', '${projectId}', 'n', 1, 1)`,
    `insert into swarms.journeys (id, project_id, name, goal, persona_id, sessions_per_target, max_turns) values ('${journey}', '${projectId}', 'n', 'g', '${persona}', 1, 1)`,
    `insert into swarms.waves (project_id, id) values ('${projectId}', '${id('wave')}')`,
    `insert into swarms.journey_runs (id, organization_id, project_id, journey_id, wave_id, request_hash, spec, session_specs, tally, deadline_at)
       select '${run}', 'org', project_id, '${journey}', id, '', '{}', '[]', '{}', now() from swarms.waves where project_id = '${projectId}'`,
    `insert into swarms.sessions (id, run_id, project_id, seed, position, target_index, session_index, attempt_id) values ('${session}', '${run}', '${projectId}', 0, 0, 0, 0, '${attempt}')`,
    `insert into swarms.session_attempts (id, session_id, number) values ('${attempt}', '${session}', 1)`,
    `insert into swarms.session_turns (session_id, prompt_index, body) values ('${session}', 0, '')`,
    `insert into swarms.trace_parts (owner_id, fence, part, body) values ('${attempt}', gen_random_uuid(), 0, '')`,
    `insert into ${signal} values ('${projectId}', 'f', 'd', '', '{}')`,
    `insert into swarms.session_signals (session_id, series_id, window_id, fingerprint, occurrences, prompt_index, excerpt) values ('${session}', '${projectId}', 'w', 'f', 1, 0, '')`,
    `insert into swarms.findings (id, series_id, fingerprint, status, occurrence_count, first_window_id, last_window_id, first_seen_at, last_seen_at) values ('${id('finding')}', '${projectId}', 'f', 'new', 1, 'w', 'w', now(), now())`,
    `insert into swarms.insights (series_id, window_id, status, body) select project_id, id, 'completed', '{}' from swarms.waves where project_id = '${projectId}'`,
    `insert into swarms.generations (id, project_id) values ('${id('job')}', '${projectId}')`,
    `insert into swarms.work_turns (project_id, organization, served_at) values ('${projectId}', 'org', now()) on conflict do nothing`,
    `insert into swarms.work_group_turns (group_id, project_id, served_at) values ('${projectId}', '${projectId}', now()) on conflict do nothing`,
    jobRow('swarms', id('job'), projectId),
  ];
};

function suitesRows(projectId: string, suiteId: string): string[] {
  const jobId = id('job');
  return [
    `insert into suites.authoring_jobs (id, project_id, suite_id, source, request) values ('${jobId}', '${projectId}', '${suiteId}', 'generate', '{}')`,
    jobRow('suites', jobId, projectId),
    `insert into suites.target_changes (project_id, suite_id) values ('${projectId}', '${suiteId}')`,
    `insert into suites.work_turns (project_id, organization, served_at) values ('${projectId}', 'org', now()) on conflict do nothing`,
    `insert into suites.work_group_turns (group_id, project_id, served_at) values ('${projectId}', '${projectId}', now()) on conflict do nothing`,
  ];
}

function runsRows({ projectId, suiteId, runId }: Made): string[] {
  const [group, judge] = [id('group'), id('judge')];
  const iteration = `(select id from runs.iterations where run_id = '${runId}' limit 1)`;
  return [
    keyRow('runs', projectId),
    jobRow('runs', id('job'), projectId),
    `insert into runs.work_turns (project_id, organization, served_at) values ('${projectId}', 'org', now()) on conflict do nothing`,
    `insert into runs.work_group_turns (group_id, project_id, served_at) values ('${projectId}', '${projectId}', now()) on conflict do nothing`,
    `insert into runs.run_groups (id, project_id, suite_id, suite) values ('${group}', '${projectId}', '${suiteId}', '{}')`,
    `insert into runs.judgements (id, run_id, number, gating, standing, model, threshold, judge_version, total) values ('${judge}', '${runId}', 99, false, 'unmeasured', 'm', 0.5, 'v', 1)`,
    `insert into runs.opinions (judgement_id, iteration_id) values ('${judge}', ${iteration})`,
    `insert into runs.labels (iteration_id, user_id, suite_id, run_id, verdict) values (${iteration}, 'usr', '${suiteId}', '${runId}', 'passed')`,
    `insert into runs.insights (series_id, window_id, status, body) values ('${suiteId}', '${runId}', 'completed', '{}')`,
    `insert into runs.run_sums (run_id, kind, regrades, body) values ('${runId}', 'stages', 0, '{}') on conflict do nothing`,
    `insert into runs.gate_reports (run_id, report) values ('${runId}', '{}') on conflict do nothing`,
    `insert into runs.attention_dismissals (project_id, item_id) values ('${projectId}', 'i')`,
    `insert into runs.suite_badges (suite_id, project_id, id) values ('${suiteId}', '${projectId}', '${id('badge')}')`,
    `insert into runs.gate_waivers (id, run_id, reason, expires_at, created_by) values ('${id('waiver')}', '${runId}', 'r', now(), 'usr')`,
    `insert into runs.trace_pushes (run_id) values ('${runId}')`,
    `insert into runs.backtests (run_id, started_at) values ('${runId}', now())`,
    `insert into runs.run_regrades (run_id, number, checks, before, after, changed) values ('${runId}', 1, 'frozen', '{}', '{}', 0)`,
  ];
}

const keyRow = (schema: string, projectId: string) =>
  `insert into ${schema}.idempotency_keys (organization_id, user_id, project_id, rpc, key, fingerprint) values ('org', 'usr', '${projectId}', 'r', 'k', '')`;
const jobRow = (schema: string, jobId: string, projectId: string) =>
  `insert into ${schema}.work (id, kind, project_id, task, timeout_ms) values ('${jobId}', 'none', '${projectId}', '', 1000)`;
