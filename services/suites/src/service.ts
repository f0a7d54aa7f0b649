import { FinderService } from '@assay/mesh/gen/assay/v1/finding';
import { AuthoringService } from '@assay/mesh/gen/assay/v1/suites';
import { notForRunners } from '@assay/kit/rpc/not-for-runners';
import { implement, type Implementation } from '@assay/kit/rpc/serve';
import { workService, type WorkProvider } from '@assay/work/service/work-service';
import type { Deps } from './deps.ts';
import { assertSuite } from './rpc/suites/assert-suite.ts';
import { attachClients } from './rpc/suites/attach-clients.ts';
import { authorSuite } from './rpc/suites/author-suite.ts';
import { draftSuite } from './rpc/suites/draft-suite.ts';
import { ensureSuite } from './rpc/suites/ensure-suite.ts';
import { freezeSuite } from './rpc/suites/freeze-suite.ts';
import { freezeDraft } from './rpc/authoring/freeze-draft.ts';
import { keepDraftTrial } from './rpc/authoring/keep-draft-trial.ts';
import { listOpenDrafts } from './rpc/authoring/list-open-drafts.ts';
import { proposeCase } from './rpc/authoring/propose-case.ts';
import { previewSchedule } from './rpc/schedules/preview-schedule.ts';
import { removeSuite } from './rpc/suites/remove-suite.ts';
import { findObjects, locateObject } from './rpc/finder/finder.ts';
import { suitesOperations } from './rpc/operations.gen.ts';

/** Everything that this service implements: its operations, and the RPCs for other services and runners. */
export const suitesService = (deps: Deps, provider: WorkProvider): Implementation[] => [
  suitesOperations(deps),
  implement(FinderService, {
    findObjects: notForRunners(findObjects(deps)),
    locateObject: notForRunners(locateObject(deps)),
  }),
  implement(AuthoringService, {
    freezeSuite: notForRunners(freezeSuite(deps)),
    assertSuite: notForRunners(assertSuite(deps)),
    draftSuite: notForRunners(draftSuite(deps)),
    authorSuite: notForRunners(authorSuite(deps)),
    attachClients: notForRunners(attachClients(deps)),
    proposeCase: notForRunners(proposeCase(deps)),
    ensureSuite: notForRunners(ensureSuite(deps)),
    removeSuite: removeSuite(deps),
    listOpenDrafts: notForRunners(listOpenDrafts(deps)),
    freezeDraft: notForRunners(freezeDraft(deps)),
    keepDraftTrial: notForRunners(keepDraftTrial(deps)),
    previewSchedule: notForRunners(previewSchedule(deps)),
  }),
  workService(provider),
];
