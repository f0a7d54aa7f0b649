import { waitUntil } from '@assay/testkit/until';
import type { AuditedWrites } from './audited-writes.ts';

/**
 * Begins a chat session with a server that no runner reaches, decides on a call, cancels the turn, makes a draft of the
 * session, changes it and deletes it.
 */
export async function writeChats(
  writes: AuditedWrites,
  serverId: string,
  sql: <Row extends object>(text: string) => Promise<Row[]>,
): Promise<void> {
  const { api } = writes;
  const asked = api.assay.sendChatMessage({
    idempotencyKey: 'audited',
    message: 'Hello',
    serverIds: [serverId],
    modelId: 'openai/scribe',
  });
  const turn = (status: string) =>
    waitUntil(
      async () =>
        (
          await sql<{ id: string; session: string }>(
            `select id, session_id as session from environments.turns where status = '${status}'`,
          )
        )[0],
    );
  const { id: turnId, session: sessionId } = await turn('queued');
  const target = { sessionId, turnId };
  const pendingCalls = [{ toolCallId: 'call_1', toolName: 'x', serverId, serverName: 's', input: {} }];
  const waiting = JSON.stringify({ status: 'waiting', toolCalls: [], pendingCalls });
  await sql(`delete from environments.work where id = '${turnId}'`);
  await sql(`update environments.turns set status = 'waiting', reply = '${waiting}' where id = '${turnId}'`);
  await sql(`select pg_notify('turns', '${sessionId}')`);
  await asked;
  writes.expect('sendChatMessage', { target });
  const decided = api.assay.decideChatCalls({ sessionId }, { decisions: [{ toolCallId: 'call_1', approved: true }] });
  await turn('queued');
  writes.expect('decideChatCalls', { target });
  await api.assay.cancelChatTurn({ sessionId });
  writes.expect('cancelChatTurn', { target });
  await decided;
  const { suiteId } = await api.assay.createEvalSuite(
    { projectId: api.projectId },
    {
      name: 'of a chat session',
      serverIds: [serverId],
      tests: [{ title: 'x', steps: [{ id: 'call', kind: 'toolCall', serverName: 'out of reach', toolName: 'x' }] }],
    },
  );
  const drafted = await api.assay.draftEvalCaseFromSession({ projectId: api.projectId, suiteId }, { sessionId });
  writes.expect('draftEvalCaseFromSession', { target: { suiteId, jobId: drafted.jobId } });
  await api.assay.updateChatSession({ sessionId }, { title: 'Ours' });
  writes.expect('updateChatSession', { target: { sessionId }, before: { title: 'Hello' }, after: { title: 'Ours' } });
  await api.assay.deleteChatSession({ sessionId });
  writes.expect('deleteChatSession', { target: { sessionId }, before: { title: 'Ours' } });
}
