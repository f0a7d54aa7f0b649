import type { ServerConnection } from '@assay/contract/areas/server-connections/documents';
import type { AuditedWrites } from './audited-writes.ts';

interface Run {
  runId: string;
}

export async function writeTunnel(writes: AuditedWrites): Promise<void> {
  const { api } = writes;
  const { serverId, connectToken } = await api.post<{ serverId: string; connectToken: string }>('/tunnels', {
    name: 'tunnelled',
  });
  writes.secrets.push(connectToken);
  writes.expect('createTunnel', { target: { serverId }, after: { secretVersion: 1 } });
  await api.post(`/tunnels/${serverId}/close`);
  writes.expect('closeTunnel', { target: { serverId }, after: { status: 'closed' } });
}

/** `outOfReach` is a server whose runs never begin. */
export async function writeDirectoryRuns(writes: AuditedWrites, outOfReach: string): Promise<void> {
  const { api } = writes;
  const { runId: claude } = await api.post<Run>(`/servers/${outOfReach}/readiness-runs/claude`, {});
  writes.expect('startClaudeReadinessRun', {
    target: { serverId: outOfReach, runId: claude },
    after: { kind: 'readiness', variant: 'claude' },
  });
  await api.post(`/readiness-runs/${claude}/cancel`);
  writes.expect('cancelReadinessRun', {
    target: { serverId: outOfReach, runId: claude },
    before: { status: 'pending' },
    after: { status: 'cancelled' },
  });
  const { runId: openai } = await api.post<Run>(`/servers/${outOfReach}/readiness-runs/openai`, {
    submissionMode: 'mcp-only',
  });
  writes.expect('startOpenAIReadinessRun', {
    target: { serverId: outOfReach, runId: openai },
    after: { kind: 'readiness', variant: 'openai' },
  });
  const { runId: made } = await api.post<Run>(`/servers/${outOfReach}/conformance-runs`, {});
  writes.expect('startConformanceRun', {
    target: { serverId: outOfReach, runId: made },
    after: { kind: 'conformance', variant: 'made' },
  });
  await api.post(`/conformance-runs/${made}/cancel`);
  writes.expect('cancelConformanceRun', {
    target: { serverId: outOfReach, runId: made },
    after: { status: 'cancelled' },
  });
}

export async function writeReportedConformance(writes: AuditedWrites, serverId: string): Promise<void> {
  const { api } = writes;
  const reports = [{ scenario: 'ping', checks: [{ id: 'ping', status: 'SUCCESS' }] }];
  const { runId } = await api.post<Run>('/conformance-ingest/runs/start', { serverId });
  writes.expect('startConformanceIngestRun', { target: { runId, serverId }, after: { status: 'running' } });
  await api.post('/conformance-ingest/runs/reports', { runId, reports });
  writes.expect('upsertConformanceIngestReport', { target: { runId }, after: { inserted: 1 } });
  await api.post('/conformance-ingest/runs/finalize', { runId });
  writes.expect('finalizeConformanceIngestRun', {
    target: { runId },
    before: { status: 'running' },
    after: { status: 'completed' },
  });
  const { runId: whole } = await api.post<Run>('/conformance-ingest/report', { reports });
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
  const { connectionRequestId, status, serverId } = await api.ask<ServerConnection>('POST', '/server-connections', {
    url,
    projectId,
  });
  expect(status).toBe('ready');
  writes.expect('createServerConnection', { target: { connectionRequestId, projectId }, projectId, after: { url } });
  await sql(
    `update diagnostics.connections set status = 'failed', error = '{"code":"TIMEOUT","message":"","retryable":true}' where id = '${connectionRequestId}'`,
  );
  await api.ask('POST', `/server-connections/${connectionRequestId}/retry-validation`, {});
  writes.expect('retryServerConnectionValidation', {
    target: { connectionRequestId, projectId, serverId },
    projectId,
    before: { status: 'failed' },
    after: { status: 'validating' },
  });
  await sql(
    `update diagnostics.connections set status = 'awaiting_authorization', server_id = null where id = '${connectionRequestId}'`,
  );
  await api.ask('POST', `/server-connections/${connectionRequestId}/cancel`, {});
  writes.expect('cancelServerConnection', {
    target: { connectionRequestId, projectId },
    projectId,
    before: { status: 'awaiting_authorization' },
    after: { status: 'cancelled' },
  });
}
