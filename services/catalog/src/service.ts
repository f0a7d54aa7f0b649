import { FinderService } from '@assay/mesh/gen/assay/v1/finding';
import { AccessService } from '@assay/mesh/gen/assay/v1/access';
import { AuditService } from '@assay/mesh/gen/assay/v1/auditing';
import { DiagnosesService, DirectoryService, LedgerService, SecretsService } from '@assay/mesh/gen/assay/v1/catalog';
import { FeaturesService } from '@assay/mesh/gen/assay/v1/features';
import { LimitsService } from '@assay/mesh/gen/assay/v1/limits';
import { PeopleService } from '@assay/mesh/gen/assay/v1/people';
import { RetentionService } from '@assay/mesh/gen/assay/v1/retention';
import { notForRunners } from '@assay/kit/rpc/not-for-runners';
import { implement, type Implementation } from '@assay/kit/rpc/serve';
import type { Deps } from './deps.ts';
import { authenticate } from './rpc/access/authenticate.ts';
import { authorize } from './rpc/access/authorize.ts';
import { watch } from './rpc/access/watch.ts';
import { noteRefusal } from './rpc/audit-log/note-refusal.ts';
import { extend } from './rpc/budgets/extend.ts';
import { reserve } from './rpc/budgets/reserve.ts';
import { setRunBudget } from './rpc/budgets/set-run-budget.ts';
import { sumEarlierAttempts } from './rpc/budgets/sum-earlier-attempts.ts';
import { settle } from './rpc/budgets/settle.ts';
import { giveBackLimits } from './rpc/limits/give-back-limits.ts';
import { prepareLaunch } from './rpc/limits/prepare-launch.ts';
import { takeLimits } from './rpc/limits/take-limits.ts';
import { findMember } from './rpc/members/find-member.ts';
import { findMemberName } from './rpc/members/find-member-name.ts';
import { grantModels } from './rpc/model-providers/grant-models.ts';
import { findObjects, locateObject } from './rpc/finder/finder.ts';
import { catalogOperations } from './rpc/operations.gen.ts';
import { listFeatures } from './rpc/organizations/list-features.ts';
import { listRetentionDays } from './rpc/organizations/list-retention-days.ts';
import { authenticateRunner } from './rpc/runner-tokens/authenticate-runner.ts';
import { reseal } from './rpc/runner-tokens/reseal.ts';
import { findSecrets } from './rpc/secrets/find-secrets.ts';
import { sealSecrets } from './rpc/secrets/seal-secrets.ts';
import { noteDiagnosis } from './rpc/servers/note-diagnosis.ts';
import { resolveServers } from './rpc/servers/resolve-servers.ts';

/** All gRPC implementations of this service: its operations, and the calls of other services. */
export const catalogImplementations = (deps: Deps): Implementation[] => [
  catalogOperations(deps),
  implement(FinderService, {
    findObjects: notForRunners(findObjects(deps)),
    locateObject: notForRunners(locateObject(deps)),
  }),
  implement(DirectoryService, {
    authenticate: authenticate(deps),
    authorize: authorize(deps),
    resolveServers: resolveServers(deps),
    prepareLaunch: prepareLaunch(deps),
    grantModels: grantModels(deps),
    authenticateRunner: authenticateRunner(deps),
    reseal: reseal(deps),
  }),
  implement(DiagnosesService, { noteDiagnosis: notForRunners(noteDiagnosis(deps)) }),
  implement(SecretsService, { findSecrets: notForRunners(findSecrets(deps)), sealSecrets: sealSecrets(deps) }),
  implement(LedgerService, {
    reserve: reserve(deps),
    extend: extend(deps),
    settle: settle(deps),
    sumEarlierAttempts: sumEarlierAttempts(deps),
    setRunBudget: setRunBudget(deps),
  }),
  implement(LimitsService, { take: takeLimits(deps), giveBack: giveBackLimits(deps) }),
  implement(AccessService, { watch: watch(deps) }),
  implement(AuditService, { noteRefusal: noteRefusal(deps) }),
  implement(PeopleService, { findMember: findMember(deps), findMemberName: findMemberName(deps) }),
  implement(FeaturesService, { listFeatures: listFeatures(deps) }),
  implement(RetentionService, { listRetentionDays: listRetentionDays(deps) }),
];
