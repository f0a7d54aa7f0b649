import { CreateEvalCase } from '@assay/contract/areas/cases/documents';
import type { CaseRefusal } from '@assay/contract/areas/cases/batch';
import { Problem } from '@assay/contract/problem';
import { checkedDocument } from '@assay/kit/json/parse';
import { storageFault } from '@assay/suite-file/rules/case-rules';
import type { Fault } from '@assay/contract/fault';
import { isTooDeep } from '@assay/suite-file/rules/nesting';

const check = checkedDocument(CreateEvalCase);

export interface ItemRefusal {
  code: CaseRefusal;
  message: string;
}

/** One case of a batch, parsed separately, so that a malformed one does not keep the others from being written. */
export function readItem(item: Record<string, unknown>): { draft: CreateEvalCase } | { refused: ItemRefusal } {
  const unkept = keepingRefusal(item);
  if (unkept) return { refused: refusalOf(unkept.code, unkept.fault) };
  try {
    return { draft: check(item) };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { refused: { code: parseRefusal(error), message: error.message } };
  }
}

/** The refusal of a case that is nested too deep, or too large, to be stored. */
export function keepingRefusal(item: object): { code: CaseRefusal; fault: Fault } | undefined {
  const fault = storageFault(item, '');
  return fault && { code: isTooDeep(item) ? 'UNSTORABLE_ITEM' : 'ITEM_TOO_LARGE', fault };
}

export const refusalOf = (code: CaseRefusal, { path, message }: Fault): ItemRefusal => ({
  code,
  message: `${path || 'The case'} ${message}.`,
});

/** The refusal code for a parser's Problem. */
export function parseRefusal({ details }: Problem): CaseRefusal {
  const [path] = ((details?.issues as { path: string }[] | undefined) ?? []).map(
    (issue) => issue.path.split('/')[1] ?? '',
  );
  if (path === 'id') return 'INVALID_CASE_ID';
  return path === 'import' ? 'INVALID_IMPORT' : 'INVALID_ITEM';
}
