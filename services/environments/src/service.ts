import { FinderService } from '@assay/mesh/gen/assay/v1/finding';
import { ConversationsService } from '@assay/mesh/gen/assay/v1/conversations';
import { BundlesService, ServerUsesService } from '@assay/mesh/gen/assay/v1/environments';
import { StudyMeasuresService } from '@assay/mesh/gen/assay/v1/study_measures';
import { notForRunners } from '@assay/kit/rpc/not-for-runners';
import { implement, type Implementation } from '@assay/kit/rpc/serve';
import { workService, type WorkProvider } from '@assay/work/service/work-service';
import type { Deps } from './deps.ts';
import { attachTargets } from './rpc/bundles/attach-targets.ts';
import { currentRevisions } from './rpc/bundles/current-revisions.ts';
import { resolveBundle } from './rpc/bundles/resolve-bundle.ts';
import { readConversation } from './rpc/conversations/read-conversation.ts';
import { findObjects, locateObject } from './rpc/finder/finder.ts';
import { environmentsOperations } from './rpc/operations.gen.ts';
import { listServerUses } from './rpc/servers/list-server-uses.ts';
import { gradeStudySessions } from './rpc/study-measures/grade-study-sessions.ts';
import { listStudyEvidence } from './rpc/study-measures/list-study-evidence.ts';
import { readStudyMeasures } from './rpc/study-measures/read-study-measures.ts';

/** Everything that this service implements: its operations, and the RPCs for other services. */
export const environmentsService = (deps: Deps, provider: WorkProvider): Implementation[] => [
  environmentsOperations(deps),
  implement(FinderService, {
    findObjects: notForRunners(findObjects(deps)),
    locateObject: notForRunners(locateObject(deps)),
  }),
  implement(BundlesService, {
    resolveBundle: notForRunners(resolveBundle(deps)),
    currentRevisions: notForRunners(currentRevisions(deps)),
    attachTargets: notForRunners(attachTargets(deps)),
  }),
  implement(ServerUsesService, { listServerUses: notForRunners(listServerUses(deps)) }),
  implement(ConversationsService, { readConversation: notForRunners(readConversation(deps)) }),
  implement(StudyMeasuresService, {
    readStudyMeasures: notForRunners(readStudyMeasures(deps)),
    listStudyEvidence: notForRunners(listStudyEvidence(deps)),
    gradeStudySessions: notForRunners(gradeStudySessions(deps)),
  }),
  workService(provider),
];
