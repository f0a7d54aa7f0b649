// Generated from the operations of the contract by `npm run generate`. Do not edit.
import { rpcsOf } from '@assay/contract/operations';
import { implement, type Implementation } from '@assay/kit/rpc/serve';
import type { Deps } from '../deps.ts';
import { compareClientVersions } from './clients/compare-client-versions.ts';
import { createClient } from './clients/create-client.ts';
import { deleteClient } from './clients/delete-client.ts';
import { duplicateClient } from './clients/duplicate-client.ts';
import { getClient } from './clients/get-client.ts';
import { getClientCatalog } from './clients/get-client-catalog.ts';
import { listClientVersions } from './clients/list-client-versions.ts';
import { listClients } from './clients/list-clients.ts';
import { listHarnessBuiltinTools } from './clients/list-harness-builtin-tools.ts';
import { setClientServers } from './clients/set-client-servers.ts';
import { updateClient } from './clients/update-client.ts';
import { archiveEnvironment } from './environments/archive-environment.ts';
import { createEnvironment } from './environments/create-environment.ts';
import { ensureAdhocEnvironment } from './environments/ensure-adhoc-environment.ts';
import { getEnvironment } from './environments/get-environment.ts';
import { getEnvironmentCapabilities } from './environments/get-environment-capabilities.ts';
import { listEnvironmentRevisions } from './environments/list-environment-revisions.ts';
import { listEnvironments } from './environments/list-environments.ts';
import { nameEnvironment } from './environments/name-environment.ts';
import { resolveEnvironment } from './environments/resolve-environment.ts';
import { restoreEnvironment } from './environments/restore-environment.ts';
import { updateEnvironment } from './environments/update-environment.ts';
import { buildSandboxImage } from './images/build-sandbox-image.ts';
import { createSandboxImage } from './images/create-sandbox-image.ts';
import { deleteSandboxImage } from './images/delete-sandbox-image.ts';
import { getSandboxImage } from './images/get-sandbox-image.ts';
import { listSandboxImageBuilds } from './images/list-sandbox-image-builds.ts';
import { listSandboxImages } from './images/list-sandbox-images.ts';
import { promoteSandboxImage } from './images/promote-sandbox-image.ts';
import { updateSandboxImage } from './images/update-sandbox-image.ts';
import { useSandboxImage } from './images/use-sandbox-image.ts';
import { validateSandboxImageBlueprint } from './images/validate-sandbox-image-blueprint.ts';
import { deletePluginVersion } from './plugins/delete-plugin-version.ts';
import { deleteProjectPlugin } from './plugins/delete-project-plugin.ts';
import { getPluginVersion } from './plugins/get-plugin-version.ts';
import { listPluginVersions } from './plugins/list-plugin-versions.ts';
import { listProjectPlugins } from './plugins/list-project-plugins.ts';
import { pushProjectPlugin } from './plugins/push-project-plugin.ts';
import { createServerGroup } from './server-groups/create-server-group.ts';
import { deleteServerGroup } from './server-groups/delete-server-group.ts';
import { getServerGroup } from './server-groups/get-server-group.ts';
import { listServerGroups } from './server-groups/list-server-groups.ts';
import { snapshotServerGroup } from './server-groups/snapshot-server-group.ts';
import { updateServerGroup } from './server-groups/update-server-group.ts';
import { deleteProjectSkill } from './skills/delete-project-skill.ts';
import { getProjectSkill } from './skills/get-project-skill.ts';
import { listProjectSkills } from './skills/list-project-skills.ts';
import { pushProjectSkill } from './skills/push-project-skill.ts';
import { getStudy } from './studies/get-study.ts';
import { listStudies } from './studies/list-studies.ts';
import { publishStudy } from './studies/publish-study.ts';
import { rebindStudy } from './studies/rebind-study.ts';
import { rotateStudyLink } from './studies/rotate-study-link.ts';
import { setGuestExecution } from './studies/set-guest-execution.ts';
import { unpublishStudy } from './studies/unpublish-study.ts';
import { updateStudy } from './studies/update-study.ts';
import { cancelStudyInsights } from './study-analytics/cancel-study-insights.ts';
import { dismissStudyFinding } from './study-analytics/dismiss-study-finding.ts';
import { getStudyMetrics } from './study-analytics/get-study-metrics.ts';
import { getStudySignals } from './study-analytics/get-study-signals.ts';
import { getStudyUsage } from './study-analytics/get-study-usage.ts';
import { getStudyWindowInsights } from './study-analytics/get-study-window-insights.ts';
import { listStudyFindings } from './study-analytics/list-study-findings.ts';
import { requestStudyInsights } from './study-analytics/request-study-insights.ts';
import { undismissStudyFinding } from './study-analytics/undismiss-study-finding.ts';
import { beginVisit } from './visits/begin-visit.ts';
import { endVisit } from './visits/end-visit.ts';
import { getVisit } from './visits/get-visit.ts';
import { listVisitMessages } from './visits/list-visit-messages.ts';
import { saveVisitFeedback } from './visits/save-visit-feedback.ts';

/** Every operation of the environments service with its handler. */
export const environmentsOperations = (deps: Deps): Implementation =>
  implement(rpcsOf('environments'), {
    compareClientVersions: compareClientVersions(deps),
    createClient: createClient(deps),
    deleteClient: deleteClient(deps),
    duplicateClient: duplicateClient(deps),
    getClient: getClient(deps),
    getClientCatalog: getClientCatalog(deps),
    listClientVersions: listClientVersions(deps),
    listClients: listClients(deps),
    listHarnessBuiltinTools: listHarnessBuiltinTools(deps),
    setClientServers: setClientServers(deps),
    updateClient: updateClient(deps),
    archiveEnvironment: archiveEnvironment(deps),
    createEnvironment: createEnvironment(deps),
    ensureAdhocEnvironment: ensureAdhocEnvironment(deps),
    getEnvironment: getEnvironment(deps),
    getEnvironmentCapabilities: getEnvironmentCapabilities(deps),
    listEnvironmentRevisions: listEnvironmentRevisions(deps),
    listEnvironments: listEnvironments(deps),
    nameEnvironment: nameEnvironment(deps),
    resolveEnvironment: resolveEnvironment(deps),
    restoreEnvironment: restoreEnvironment(deps),
    updateEnvironment: updateEnvironment(deps),
    buildSandboxImage: buildSandboxImage(deps),
    createSandboxImage: createSandboxImage(deps),
    deleteSandboxImage: deleteSandboxImage(deps),
    getSandboxImage: getSandboxImage(deps),
    listSandboxImageBuilds: listSandboxImageBuilds(deps),
    listSandboxImages: listSandboxImages(deps),
    promoteSandboxImage: promoteSandboxImage(deps),
    updateSandboxImage: updateSandboxImage(deps),
    useSandboxImage: useSandboxImage(deps),
    validateSandboxImageBlueprint: validateSandboxImageBlueprint(deps),
    deletePluginVersion: deletePluginVersion(deps),
    deleteProjectPlugin: deleteProjectPlugin(deps),
    getPluginVersion: getPluginVersion(deps),
    listPluginVersions: listPluginVersions(deps),
    listProjectPlugins: listProjectPlugins(deps),
    pushProjectPlugin: pushProjectPlugin(deps),
    createServerGroup: createServerGroup(deps),
    deleteServerGroup: deleteServerGroup(deps),
    getServerGroup: getServerGroup(deps),
    listServerGroups: listServerGroups(deps),
    snapshotServerGroup: snapshotServerGroup(deps),
    updateServerGroup: updateServerGroup(deps),
    deleteProjectSkill: deleteProjectSkill(deps),
    getProjectSkill: getProjectSkill(deps),
    listProjectSkills: listProjectSkills(deps),
    pushProjectSkill: pushProjectSkill(deps),
    getStudy: getStudy(deps),
    listStudies: listStudies(deps),
    publishStudy: publishStudy(deps),
    rebindStudy: rebindStudy(deps),
    rotateStudyLink: rotateStudyLink(deps),
    setGuestExecution: setGuestExecution(deps),
    unpublishStudy: unpublishStudy(deps),
    updateStudy: updateStudy(deps),
    cancelStudyInsights: cancelStudyInsights(deps),
    dismissStudyFinding: dismissStudyFinding(deps),
    getStudyMetrics: getStudyMetrics(deps),
    getStudySignals: getStudySignals(deps),
    getStudyUsage: getStudyUsage(deps),
    getStudyWindowInsights: getStudyWindowInsights(deps),
    listStudyFindings: listStudyFindings(deps),
    requestStudyInsights: requestStudyInsights(deps),
    undismissStudyFinding: undismissStudyFinding(deps),
    beginVisit: beginVisit(deps),
    endVisit: endVisit(deps),
    getVisit: getVisit(deps),
    listVisitMessages: listVisitMessages(deps),
    saveVisitFeedback: saveVisitFeedback(deps),
  });
