import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { toRunSessionDetail } from '../../domain/journey-runs/session-view.ts';
import { foundSession } from '../../flows/journey-runs/found-session.ts';

export const getJourneyRunSession = (deps: Deps) =>
  handle(operations.getJourneyRunSession, async (_caller, target) => {
    const { run, session } = await foundSession(deps, target);
    return toRunSessionDetail(run, session);
  });
