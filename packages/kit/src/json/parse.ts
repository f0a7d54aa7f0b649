import type { Static, TSchema } from 'typebox';
import { isObject } from '@assay/contract/json';
import { invalid } from '@assay/contract/problem';
import { schemaCompiler, issueOf, pointerSegment } from './schema.ts';

// One error is enough to answer with, and stops a hostile body from being walked to its end.
const compile = { body: schemaCompiler(), query: schemaCompiler({ coerceTypes: true }) };

/**
 * Turns bytes into a document of the schema, or throws VALIDATION_ERROR whose `details.issues` names the offending path as a
 * JSON Pointer. Query values are coerced from text, bodies never.
 */
export const parser = <S extends TSchema>(
  schema: S,
  from: 'body' | 'query' = 'body',
): ((bytes: Uint8Array) => Static<S>) => {
  const check = checkedDocument(schema, from);
  return (bytes) => check(json(bytes));
};

/** The same for what was read already. */
export const checkedDocument =
  <S extends TSchema>(schema: S, from: 'body' | 'query' = 'body'): ((document: object) => Static<S>) =>
  (document) => {
    const check = compile[from](schema);
    if (check(document)) return document as Static<S>;
    const issue = issueOf(check.errors![0]!);
    throw invalid(`${issue.path || 'The body'} ${issue.message}.`, { issues: [issue] });
  };

/** Deeper than any honest document, and less than what recursion over it can stand. */
const MAX_DEPTH = 500;
/** As much of the way to a place is told. */
const TOLD = 5;

const [QUOTE, BACKSLASH] = [0x22, 0x5c];

/** Whether the brackets of a JSON text go deeper than that. */
function tooDeep(text: string): boolean {
  if (text.length < MAX_DEPTH) return false;
  let depth = 0;
  let isQuoted = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (isQuoted) {
      if (code === BACKSLASH) i++;
      else if (code === QUOTE) isQuoted = false;
    } else if (code === QUOTE) isQuoted = true;
    // One bit tells [ from {, and ] from }.
    else if ((code | 0x20) === 0x7b) {
      if (++depth > MAX_DEPTH) return true;
    } else if ((code | 0x20) === 0x7d) depth--;
  }
  return false;
}

/** The beginning of the way to what is too deep, as a JSON Pointer. */
function deepPlace(value: unknown, depth = 0): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth === MAX_DEPTH) return '';
  for (const [key, inner] of Object.entries(value)) {
    const rest = deepPlace(inner, depth + 1);
    if (rest !== undefined) return depth < TOLD ? `/${pointerSegment(key)}${rest}` : rest;
  }
  return undefined;
}

/** Where half of a surrogate pair is, as a JSON Pointer: neither UTF-8 nor Postgres can hold one. */
function halfPlace(value: unknown, depth = 0): string | undefined {
  if (typeof value === 'string') return value.isWellFormed() ? undefined : '';
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, inner] of Object.entries(value)) {
    const rest = key.isWellFormed() ? halfPlace(inner, depth + 1) : '';
    if (rest !== undefined) return depth < TOLD ? `/${pointerSegment(key.toWellFormed())}${rest}` : rest;
  }
  return undefined;
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
  const deep = tooDeep(text) ? deepPlace(document) : undefined;
  if (deep !== undefined)
    throw invalid(`${deep} is nested too deeply.`, {
      issues: [{ path: deep, message: `must not be nested more than ${MAX_DEPTH} levels deep` }],
    });
  const half = /\\ud[89a-f]/i.test(text) ? halfPlace(document) : undefined;
  if (half !== undefined)
    throw invalid(`${half} holds half of a surrogate pair, which is not a character.`, {
      issues: [{ path: half, message: 'holds half of a surrogate pair, which is not a character' }],
    });
  if (!isObject(document)) throw invalid('The request body must be a JSON object.');
  return document;
}
