import { invalid } from '@assay/contract/problem';

/** Beyond what any form of ours can say; a longer one takes its time to be read. */
const MAX_BYTES = 32 * 1024;

/** No text in an address of ours is longer. */
const MAX_CHARS = 8_192;

/** What came in a query as one text each; anything else says nothing. */
export const queryTexts = (query: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1].length <= MAX_CHARS,
    ),
  );

/** The fields of a form, each as it came first; those that it lacks are left out. */
export function formFields<Name extends string>(form: Uint8Array, ...names: Name[]): Partial<Record<Name, string>> {
  if (form.length > MAX_BYTES) throw invalid(`The form is larger than ${MAX_BYTES} bytes.`, { maxBytes: MAX_BYTES });
  const sent = new URLSearchParams(Buffer.from(form).toString());
  return Object.fromEntries(names.flatMap((name) => (sent.has(name) ? [[name, sent.get(name)!]] : []))) as Partial<
    Record<Name, string>
  >;
}
