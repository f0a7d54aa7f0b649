import { isObject } from '@assay/contract/json';

/** The beginning of a frame of the Language Server Protocol, in which some commands send their messages. */
const FRAME = /^content-length:/i;
const BEGINS_MESSAGE = /^\s*\{\s*"jsonrpc"\s*:/;
const HAS_OUTCOME = /"(?:result|error)"\s*:/;

/**
 * Whether a line that is not a message was meant as an answer: no other answer to the same request will come. Log lines
 * and malformed notifications are not.
 */
export function isUnreadableAnswer(line: string): boolean {
  if (FRAME.test(line)) return true;
  if (!BEGINS_MESSAGE.test(line)) return false;
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) && ('result' in value || 'error' in value);
  } catch {
    return HAS_OUTCOME.test(line);
  }
}
