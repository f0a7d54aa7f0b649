import { operations } from '@assay/contract/operations';
import { auditNothing } from '@assay/kit/audit/audit';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { tryDraft } from '../../flows/authoring/try-draft.ts';

export const tryEvalCaseDraft = (deps: Deps) =>
  handle(operations.tryEvalCaseDraft, (_caller, address, answers) => {
    // The service of suites writes it into the audit log.
    auditNothing();
    return tryDraft(deps, address, answers);
  });
