import { visitorTokensOf } from '@assay/contract/areas/visits/visitor-tokens';
import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { studyVisitOf } from '../../domain/visits/visit-view.ts';
import { tokenHashOf } from '../../domain/visits/visitor-hash.ts';
import { openLink } from '../../flows/visits/open-link.ts';
import { findVisitorOf } from '../../flows/visits/proven-visitor.ts';
import { findVisitSession } from '../../store/visits/visit-sessions.ts';

export const getVisit = (deps: Deps) =>
  handle(operations.getVisit, async (_caller, { visitorToken, ...opening }) => {
    const opened = await openLink(deps, opening);
    const visitor = await findVisitorOf(deps, opened, opening, visitorTokensOf(visitorToken).map(tokenHashOf));
    return studyVisitOf(opened.study, visitor && { session: await findVisitSession(deps.pool, visitor.id) });
  });
