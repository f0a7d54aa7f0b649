import type { AuditedWrites } from './audited-writes.ts';

export async function writeTunnel(writes: AuditedWrites): Promise<void> {
  const { api } = writes;
  const { serverId, connectToken } = await api.assay.createTunnel(
    { projectId: api.projectId },
    {
      name: 'tunnelled',
    },
  );
  writes.secrets.push(connectToken);
  writes.expect('createTunnel', { target: { serverId }, after: { secretVersion: 1 } });
  await api.assay.closeTunnel({ projectId: api.projectId, serverId });
  writes.expect('closeTunnel', { target: { serverId }, after: { status: 'closed' } });
}

/** `outOfReach` is a server whose runs never begin. */
export async function writeDirectoryRuns(writes: AuditedWrites, outOfReach: string): Promise<void> {
  const { api } = writes;
  const { runId: claude } = await api.assay.startClaudeReadinessRun(
    { projectId: api.projectId, serverId: outOfReach },
    {},
  );
  writes.expect('startClaudeReadinessRun', {
    target: { serverId: outOfReach, runId: claude },
    after: { kind: 'readiness', variant: 'claude' },
  });
  await api.assay.cancelReadinessRun({ projectId: api.projectId, runId: claude });
  writes.expect('cancelReadinessRun', {
    target: { serverId: outOfReach, runId: claude },
    before: { status: 'pending' },
    after: { status: 'cancelled' },
  });
  const { runId: openai } = await api.assay.startOpenAIReadinessRun(
    { projectId: api.projectId, serverId: outOfReach },
    {
      submissionMode: 'mcp-only',
    },
  );
  writes.expect('startOpenAIReadinessRun', {
    target: { serverId: outOfReach, runId: openai },
    after: { kind: 'readiness', variant: 'openai' },
  });
  const { runId: made } = await api.assay.startConformanceRun({ projectId: api.projectId, serverId: outOfReach }, {});
  writes.expect('startConformanceRun', {
    target: { serverId: outOfReach, runId: made },
    after: { kind: 'conformance', variant: 'made' },
  });
  await api.assay.cancelConformanceRun({ projectId: api.projectId, runId: made });
  writes.expect('cancelConformanceRun', {
    target: { serverId: outOfReach, runId: made },
    after: { status: 'cancelled' },
  });
}

export async function writeJudgements(writes: AuditedWrites, serverId: string): Promise<void> {
  const { api } = writes;
  const at = { projectId: api.projectId, serverId };
  const { id } = await api.assay.createLintSuppression(at, {
    ruleId: 'tool-title-missing',
    reason: 'Names are titles.',
  });
  writes.expect('createLintSuppression', { target: { serverId }, after: { ruleId: 'tool-title-missing' } });
  await api.assay.deleteLintSuppression({ ...at, suppressionId: id });
  writes.expect('deleteLintSuppression', { target: { serverId }, before: { ruleId: 'tool-title-missing' } });
  await api.assay.setReadinessFacts(at, {
    readinessKind: 'claude',
    facts: [{ requirementId: 'claude.logo', met: true, note: 'It is drawn.' }],
  });
  writes.expect('setReadinessFacts', { target: { serverId }, after: { 'claude.logo': true } });
}

export async function writeReportedConformance(writes: AuditedWrites, serverId: string): Promise<void> {
  const { api } = writes;
  const reports = [{ scenario: 'ping', checks: [{ id: 'ping', status: 'SUCCESS' as const }] }];
  const { runId } = await api.assay.startConformanceIngestRun({ projectId: api.projectId }, { serverId });
  writes.expect('startConformanceIngestRun', { target: { runId, serverId }, after: { status: 'running' } });
  await api.assay.upsertConformanceIngestReport({ projectId: api.projectId }, { runId, reports });
  writes.expect('upsertConformanceIngestReport', { target: { runId }, after: { inserted: 1 } });
  await api.assay.finalizeConformanceIngestRun({ projectId: api.projectId }, { runId });
  writes.expect('finalizeConformanceIngestRun', {
    target: { runId },
    before: { status: 'running' },
    after: { status: 'completed' },
  });
  const { runId: whole } = await api.assay.reportConformanceRun({ projectId: api.projectId }, { reports });
  writes.expect('reportConformanceRun', { target: { runId: whole }, after: { status: 'completed', inserted: 1 } });
}

/** `sql` turns a successful validation into a failed one. */
export async function writeConnections(
  writes: AuditedWrites,
  url: string,
  sql: (statement: string) => Promise<unknown>,
): Promise<void> {
  const { api } = writes;
  const { projectId } = api;
  const { connectionRequestId, status, serverId } = await api.assay.createServerConnection({
    url,
    projectId,
  });
  expect(status).toBe('ready');
  writes.expect('createServerConnection', { target: { connectionRequestId, projectId }, projectId, after: { url } });
  await sql(
    `update diagnostics.connections set status = 'failed', error = '{"code":"TIMEOUT","message":"","retryable":true}' where id = '${connectionRequestId}'`,
  );
  await api.assay.retryServerConnectionValidation({ requestId: connectionRequestId }, {});
  writes.expect('retryServerConnectionValidation', {
    target: { connectionRequestId, projectId, serverId },
    projectId,
    before: { status: 'failed' },
    after: { status: 'validating' },
  });
  await sql(
    `update diagnostics.connections set status = 'awaiting_authorization', server_id = null where id = '${connectionRequestId}'`,
  );
  await api.assay.cancelServerConnection({ requestId: connectionRequestId }, {});
  writes.expect('cancelServerConnection', {
    target: { connectionRequestId, projectId },
    projectId,
    before: { status: 'awaiting_authorization' },
    after: { status: 'cancelled' },
  });
}
