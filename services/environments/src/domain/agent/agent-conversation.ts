import { CONVERSATION_BYTES, MESSAGE_BYTES, type AgentMessage } from '@assay/contract/areas/agent/documents';
import type { TurnMessage } from '@assay/contract/areas/chat-sessions/turn-work';
import { faultProblem } from '@assay/contract/fault';

/** The messages before the question, as a model is given them, and the question. */
export interface AgentConversation {
  history: TurnMessage[];
  question: string;
}

/**
 * @throws VALIDATION_ERROR that names the message when one has too many bytes, all together have, or the last one is no
 * question.
 */
export function agentConversation(messages: AgentMessage[]): AgentConversation {
  let bytes = 0;
  messages.forEach(({ content }, index) => {
    const own = Buffer.byteLength(content);
    bytes += own;
    const path = `/messages/${index}/content`;
    if (own > MESSAGE_BYTES)
      throw faultProblem({ path, message: `has ${own} bytes of UTF-8, and may have at most ${MESSAGE_BYTES}` });
    if (bytes > CONVERSATION_BYTES)
      throw faultProblem({ path, message: `takes the messages over ${CONVERSATION_BYTES} bytes together` });
  });
  const last = messages.at(-1)!;
  if (last.role !== 'user')
    throw faultProblem({
      path: `/messages/${messages.length - 1}/role`,
      message: 'must be user: the last message is the question',
    });
  return { history: messages.slice(0, -1).map(turnMessageOf), question: last.content };
}

const turnMessageOf = ({ role, content }: AgentMessage): TurnMessage =>
  role === 'user' ? { role, text: content } : { role, text: content, calls: [] };
