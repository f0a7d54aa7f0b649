import { Problem } from '@assay/contract/problem';

/** A parser's decision about a document: `accepted`, or the code of its refusal and the place that it names. */
export function verdictOf(parse: (bytes: Uint8Array) => unknown, document: unknown): string {
  try {
    parse(Buffer.from(typeof document === 'string' ? document : JSON.stringify(document)));
    return 'accepted';
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const [issue] = (error.details?.issues ?? []) as { path: string }[];
    return issue ? `${error.code} at ${issue.path}` : error.code;
  }
}
