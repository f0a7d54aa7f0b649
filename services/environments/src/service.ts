import { ConversationsService } from '@assay/contract/gen/assay/v1/conversations';
import { BundlesService } from '@assay/contract/gen/assay/v1/environments';
import { notForRunners } from '@assay/kit/rpc/not-for-runners';
import { implement, type Implementation } from '@assay/kit/rpc/serve';
import { workService, type WorkProvider } from '@assay/work/service/work-service';
import type { Deps } from './deps.ts';
import { attachTargets } from './rpc/bundles/attach-targets.ts';
import { currentRevisions } from './rpc/bundles/current-revisions.ts';
import { resolveBundle } from './rpc/bundles/resolve-bundle.ts';
import { readConversation } from './rpc/conversations/read-conversation.ts';
import { environmentsOperations } from './rpc/operations.gen.ts';

/** Everything that this service implements: its operations, and the RPCs for other services. */
export const environmentsService = (deps: Deps, provider: WorkProvider): Implementation[] => [
  environmentsOperations(deps),
  implement(BundlesService, {
    resolveBundle: notForRunners(resolveBundle(deps)),
    currentRevisions: notForRunners(currentRevisions(deps)),
    attachTargets: notForRunners(attachTargets(deps)),
  }),
  implement(ConversationsService, { readConversation: notForRunners(readConversation(deps)) }),
  workService(provider),
];
