import { faultProblem } from '@assay/contract/fault';
import { given } from '@assay/contract/given';
import { operations } from '@assay/contract/operations';
import { newId } from '@assay/kit/id';
import { handle, replayedIf } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { agentConversation } from '../../domain/agent/agent-conversation.ts';
import { runAgentTurn as takeAgentTurn } from '../../flows/agent/run-agent-turn.ts';

const FIT = /^[ -~]{1,200}$/;

export const runAgentTurn = (deps: Deps) =>
  handle(operations.runAgentTurn, async (caller, { projectId, idempotencyKey: header }, body) => {
    const { messages, idempotencyKey: own = newId('req') } = body;
    const key = header.trim() === '' ? own : header;
    if (!FIT.test(key))
      throw faultProblem({ path: '/idempotencyKey', message: 'must be 1 to 200 printable ASCII characters' });
    const { organizationId = '', userId = '', keyId, sessionId } = caller;
    const by = { ...given({ keyId, sessionId }) };
    const { reply, replayed } = await takeAgentTurn(
      deps,
      { id: userId, organizationId, projectId, keyId },
      {
        conversation: agentConversation(messages),
        // Keys of chat messages are others.
        idempotencyKey: `agent ${key}`,
        body: { messages },
        grant: { organizationId, projectId, userId, ...by },
      },
    );
    return replayedIf(replayed, reply);
  });
