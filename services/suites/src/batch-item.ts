import { CreateEvalCase } from '@assay/contract/documents/case';
import type { CaseRefusal } from '@assay/contract/documents/case-batch';
import { Problem } from '@assay/contract/problem';
import { parser } from '@assay/kit/parse';
import { MAX_CASE_BYTES } from '@assay/suite-file/case-rules';
import { nestingFault } from '@assay/suite-file/nesting';

const parse = parser(CreateEvalCase);

export interface Refusal { code: CaseRefusal; message: string }

/** One case of a batch, parsed by itself, so that one which is no case keeps no other from being written. */
export function readItem(item: Record<string, unknown>): { draft: CreateEvalCase } | { refused: Refusal } {
  const tooDeep = nestingFault(item, '');
  if (tooDeep) return { refused: { code: 'UNSTORABLE_ITEM', message: `The case ${tooDeep.message}.` } };
  const bytes = Buffer.from(JSON.stringify(item));
  if (bytes.length > MAX_CASE_BYTES) return { refused: { code: 'ITEM_TOO_LARGE', message: `The case has more than ${MAX_CASE_BYTES} bytes of JSON.` } };
  try {
    return { draft: parse(bytes) };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { refused: { code: codeOf(error), message: error.message } };
  }
}

function codeOf({ details }: Problem): CaseRefusal {
  const [path] = (details?.issues as { path: string }[] | undefined ?? []).map((issue) => issue.path.split('/')[1] ?? '');
  if (path === 'id') return 'INVALID_CASE_ID';
  return path === 'import' ? 'INVALID_IMPORT' : 'INVALID_ITEM';
}
