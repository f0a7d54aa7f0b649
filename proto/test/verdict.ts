import { Problem } from '@assay/contract/problem';

/** What a parser says of a body: undefined when it accepts it, else the code and where it found the fault. */
export function verdictOf(parse: (bytes: Uint8Array) => unknown, document: unknown): { code: string; path: string | undefined } | undefined {
  try {
    parse(Buffer.from(JSON.stringify(document)));
    return undefined;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const [issue] = (error.details?.issues ?? []) as { path: string }[];
    return { code: error.code, path: issue?.path };
  }
}
