import { invalid } from '@assay/contract/problem';

/** More bytes than any of our forms sends; parsing a longer form would take time. */
const MAX_BYTES = 32 * 1024;

/** No text in one of our addresses is longer. */
const MAX_CHARS = 8_192;

/** Query parameters that occur once and are short enough; others are left out. */
export const queryTexts = (query: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1].length <= MAX_CHARS,
    ),
  );

/** The first value of each named form field; missing fields are left out. */
export function formFields<Name extends string>(form: Uint8Array, ...names: Name[]): Partial<Record<Name, string>> {
  if (form.length > MAX_BYTES)
    throw invalid(`The form is larger than ${MAX_BYTES} bytes. Send a shorter form.`, { maxBytes: MAX_BYTES });
  const sent = new URLSearchParams(Buffer.from(form).toString());
  return Object.fromEntries(names.flatMap((name) => (sent.has(name) ? [[name, sent.get(name)!]] : []))) as Partial<
    Record<Name, string>
  >;
}
