import { isObject } from '../../json.ts';
import { reasons } from '../../problem.ts';

/** Whether a result of a platform tool says that only a person decides about the call. */
export function isForPerson({ isError, content }: { isError?: unknown; content?: unknown }): boolean {
  const [block] = isError === true && Array.isArray(content) ? (content as unknown[]) : [];
  if (!isObject(block) || typeof block['text'] !== 'string') return false;
  try {
    const refusal: unknown = JSON.parse(block['text']);
    return isObject(refusal) && isObject(refusal['details']) && refusal['details']['reason'] === reasons.PERSON_DECIDES;
  } catch {
    return false;
  }
}
