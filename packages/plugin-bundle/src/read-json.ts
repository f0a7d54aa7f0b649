import { isObject } from '@assay/contract/json';
import { plainJson } from '@assay/suite-file/plain-json';
import { textOf, type BundleFile } from './bundle-files.ts';
import type { BundleNote } from './bundle-note.ts';

/** The largest JSON file of a plugin, in bytes. */
const MAX_BYTES = 256 * 1024;

/** The object in a JSON file, or why there is none. */
export function readJsonFile(file: BundleFile): { value: Record<string, unknown> } | { fault: BundleNote } {
  const refused = (message: string) => ({ fault: { path: file.path, message } });
  if (file.bytes.length > MAX_BYTES) return refused(`is larger than ${MAX_BYTES} bytes`);
  const text = textOf(file);
  if (text === undefined) return refused('is not UTF-8');
  if (text.includes('\\u0000')) return refused('has a NUL character');
  try {
    let isWhole = true;
    const value: unknown = JSON.parse(plainJson(text), (key, each: unknown) => {
      isWhole &&= key.isWellFormed() && (typeof each !== 'string' || each.isWellFormed());
      return each;
    });
    // Postgres stores such a text, and refuses to take it apart again.
    if (!isWhole) return refused('has half of a surrogate pair, which is not a character');
    return isObject(value) ? { value } : refused('is not a JSON object');
  } catch (error) {
    return refused(`is not JSON (${(error as Error).message})`);
  }
}
