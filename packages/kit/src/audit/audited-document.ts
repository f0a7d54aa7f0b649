import { hash } from 'node:crypto';
import { namesSecret, redactText } from '../security/redact.ts';

/** A document that is longer than this, in bytes of JSON, is shortened. */
const MAX_BYTES = 64 * 1024;
/** A field that is no longer than this, in bytes of JSON, is not left out. */
const SHORT_BYTES = 64;
const MASK = '[redacted]';
/** Fields that are write-only although their names do not say so: everything below them is a secret. */
const WRITE_ONLY = new Set(['headers', 'env']);
/** Names of numbers that tell something about a secret. */
const ABOUT_SECRET = /(?:Version|At|Count)$/;

/** The fields of a document, each as JSON. */
type Fields = Map<string, string>;

/**
 * A document before and after a change as the audit log keeps it, as JSON: secrets are masked at any depth, and when
 * one of the two is too long, the longest fields are left out of both, so that they can be compared. Empty for
 * undefined.
 */
export function auditedDocuments(
  before: object | undefined,
  after: object | undefined,
): { before: Buffer; after: Buffer } {
  const documents = { before: before && masked(before), after: after && masked(after) };
  const present = Object.values(documents).filter((fields) => fields !== undefined);
  omitLongest(present);
  const write = present.every((fields) => bytesOf(fields) <= MAX_BYTES) ? textOf : wholeOmitted;
  const written = (fields: Fields | undefined) => Buffer.from(fields ? write(fields) : '');
  return { before: written(documents.before), after: written(documents.after) };
}

/** Masking comes before measuring: it can make longer what it masks. */
function masked(document: object): Fields {
  // As it would be read: what has a `toJSON`, such as a Date, is a text by then.
  const plain = JSON.parse(JSON.stringify(document)) as object;
  return new Map(Object.entries(mask(plain, false) as object).map(([name, value]) => [name, JSON.stringify(value)]));
}

function mask(value: unknown, isSecret: boolean): unknown {
  if (typeof value === 'string') return isSecret ? MASK : redactText(value);
  if (typeof value === 'number') return isSecret ? MASK : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => mask(each, isSecret));
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, mask(inner, isSecret || holdsSecret(name, inner))]),
  );
}

const holdsSecret = (name: string, value: unknown): boolean =>
  WRITE_ONLY.has(name) || (namesSecret(name) && !(typeof value === 'number' && ABOUT_SECRET.test(name)));

/** Puts markers in place of the longest fields of all documents, until each fits or only short fields are left. */
function omitLongest(documents: Fields[]): void {
  const rooms = documents.map((fields) => MAX_BYTES - bytesOf(fields));
  if (rooms.every((room) => room >= 0)) return;
  const longest = new Map<string, number>();
  for (const [name, json] of documents.flatMap((fields) => [...fields]))
    longest.set(name, Math.max(longest.get(name) ?? 0, Buffer.byteLength(json)));
  for (const [name, bytes] of [...longest].sort(([, a], [, b]) => b - a)) {
    if (bytes <= SHORT_BYTES || rooms.every((room) => room >= 0)) return;
    for (const [i, fields] of documents.entries()) {
      const json = fields.get(name);
      if (json === undefined) continue;
      fields.set(name, markerOf(json));
      rooms[i]! += Buffer.byteLength(json) - markerOf(json).length;
    }
  }
}

/** Says how much was left out, and whether it is the same as elsewhere. */
const markerOf = (json: string): string =>
  `"[omitted: ${Buffer.byteLength(json)}, ${hash('sha256', json).slice(0, 8)}]"`;

const textOf = (fields: Fields): string =>
  `{${[...fields].map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(',')}}`;
const bytesOf = (fields: Fields): number => Buffer.byteLength(textOf(fields));

/** Stands in place of a document that has more fields than there is room for. */
const wholeOmitted = (fields: Fields): string => `{"document":${markerOf(textOf(fields))}}`;
