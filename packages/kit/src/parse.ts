import type { Static, TSchema } from 'typebox';
import { invalid } from '@assay/contract/problem';
import { compiler, issueOf } from './schema.ts';

// One error is enough to answer with, and stops a hostile body from being walked to its end.
const compile = { body: compiler(), query: compiler({ coerceTypes: true }) };

/**
 * Turns bytes into a document of the schema, or throws VALIDATION_ERROR whose `details.issues` names the offending path as a
 * JSON Pointer. Query values are coerced from text, bodies never.
 */
export const parser = <S extends TSchema>(schema: S, from: 'body' | 'query' = 'body'): ((bytes: Uint8Array) => Static<S>) =>
  (bytes) => {
    const document = json(bytes);
    const check = compile[from](schema);
    if (check(document)) return document as Static<S>;
    const issue = issueOf(check.errors![0]!);
    throw invalid(`${issue.path || 'The body'} ${issue.message}.`, { issues: [issue] });
  };

/** An escape in JSON: a surrogate pair, half of one, which neither UTF-8 nor Postgres can hold, or any other. */
const ESCAPE = /\\(?:ud[89ab]..\\ud[c-f]..|(ud[89a-f])|.)/gi;
function holdsHalf(text: string): boolean {
  if (!/\\ud[89a-f]/i.test(text)) return false;
  for (const [, half] of text.matchAll(ESCAPE)) if (half !== undefined) return true;
  return false;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function json(bytes: Uint8Array): Record<string, unknown> {
  if (bytes.length === 0) return {};
  let document: unknown;
  let text: string;
  try {
    text = utf8.decode(bytes);
    document = JSON.parse(text);
  } catch {
    throw invalid('The request body is not JSON.');
  }
  if (holdsHalf(text)) throw invalid('The request body holds half of a surrogate pair, which is no character.');
  if (typeof document !== 'object' || document === null || Array.isArray(document)) throw invalid('The request body must be a JSON object.');
  return document as Record<string, unknown>;
}
