import type { Cause } from '@assay/contract/areas/diagnosis/cause';
import { Problem } from '@assay/contract/problem';
import { explainedProblem } from '../diagnosis/diagnosis.ts';
import { elementTexts, memberTexts, OversizedJsonError } from './json-text.ts';

/** The text of each member of a JSON-RPC message, as it was written. */
export type MessageMembers = ReadonlyMap<string, string>;

/**
 * The members of each message in a text of a server: one message, or a batch. Read before the text is parsed.
 * @throws Problem SERVER_UNREACHABLE when parsing it would take much more memory than the text.
 */
export function messageMembers(text: string): MessageMembers[] {
  try {
    return elementTexts(text).map(memberTexts);
  } catch (error) {
    if (!(error instanceof OversizedJsonError)) throw error;
    throw explainedProblem(
      new Problem('SERVER_UNREACHABLE', `A message of the server ${error.message}.`, {
        cause: 'answer_too_large' satisfies Cause,
      }),
    );
  }
}

/** Whether a message is a request of the server to its client. */
export const isServerRequest = (message: MessageMembers): boolean => message.has('method') && message.has('id');
