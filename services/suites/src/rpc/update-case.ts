import { updateEvalCase as operation } from '@assay/contract/operations/cases';
import { conflict, notFound } from '@assay/contract/problem';
import { canonical } from '@assay/grading/canonical';
import { handle } from '@assay/kit/handle';
import type { Deps } from '../deps.ts';
import { casePatchFault, patchedCase } from '../domain/case-patch.ts';
import { toCase } from '../domain/case-record.ts';
import { roomFault } from '../domain/suite-room.ts';
import { refuse } from '../refusals.ts';
import { findCase, findExtent, replaceCase } from '../store/cases.ts';
import { inWritableSuite } from '../writable-suite.ts';

export const updateCase = (deps: Deps) =>
  handle(operation, async (_caller, { caseId, ...target }, patch) =>
    inWritableSuite(deps, target, async (tx, suite, serverNames) => {
      const before = await findCase(tx, target.projectId, target.suiteId, caseId);
      if (!before) throw notFound('case');
      if (patch.expectedRevision !== undefined && patch.expectedRevision !== before.revision) {
        throw conflict('The case changed since you read it.', { currentRevision: before.revision });
      }
      const body = patchedCase(before.body, patch);
      refuse(casePatchFault(before.body, body, patch, suite, serverNames));
      if (canonical(body) === canonical(before.body)) return toCase(before);
      const saved = await replaceCase(tx, suite.id, { ...before, body });
      if (!saved) throw new Error(`The case ${caseId} changed although its suite was claimed.`);
      refuse(roomFault((await findExtent(tx, suite.id)).load), { reason: 'UNSTORABLE_ITEM' });
      return toCase(saved);
    }));
