// Generated from the operations of the contract by `npm run generate`. Do not edit.
import { rpcsOf } from '@assay/contract/operations';
import { implement, type Implementation } from '@assay/kit/rpc/serve';
import type { Deps } from '../deps.ts';
import { getMe } from './account/get-me.ts';
import { createApiKey } from './api-keys/create-api-key.ts';
import { listApiKeys } from './api-keys/list-api-keys.ts';
import { listOrganizationApiKeys } from './api-keys/list-organization-api-keys.ts';
import { revokeApiKey } from './api-keys/revoke-api-key.ts';
import { revokeOrganizationApiKey } from './api-keys/revoke-organization-api-key.ts';
import { exportAuditLog } from './audit-log/export-audit-log.ts';
import { listAuditLog } from './audit-log/list-audit-log.ts';
import { listBudgets } from './budgets/list-budgets.ts';
import { listUsage } from './budgets/list-usage.ts';
import { releaseBudget } from './budgets/release-budget.ts';
import { removeBudget } from './budgets/remove-budget.ts';
import { setBudget } from './budgets/set-budget.ts';
import { listChatSessions } from './chat-sessions/list-chat-sessions.ts';
import { acceptInvitation } from './invitations/accept-invitation.ts';
import { createInvitation } from './invitations/create-invitation.ts';
import { listInvitations } from './invitations/list-invitations.ts';
import { openInvitation } from './invitations/open-invitation.ts';
import { revokeInvitation } from './invitations/revoke-invitation.ts';
import { submitInvitation } from './invitations/submit-invitation.ts';
import { changeMember } from './members/change-member.ts';
import { listMembers } from './members/list-members.ts';
import { listProjectMembers } from './members/list-project-members.ts';
import { removeMember } from './members/remove-member.ts';
import { removeProjectMember } from './members/remove-project-member.ts';
import { setProjectMember } from './members/set-project-member.ts';
import { listModelProviders } from './model-providers/list-model-providers.ts';
import { listModels } from './model-providers/list-models.ts';
import { removeModelProvider } from './model-providers/remove-model-provider.ts';
import { setModelProvider } from './model-providers/set-model-provider.ts';
import { createOrganization } from './organizations/create-organization.ts';
import { deleteOrganization } from './organizations/delete-organization.ts';
import { getOrganization } from './organizations/get-organization.ts';
import { getOrganizationSettings } from './organizations/get-organization-settings.ts';
import { listOrganizations } from './organizations/list-organizations.ts';
import { updateOrganization } from './organizations/update-organization.ts';
import { updateOrganizationSettings } from './organizations/update-organization-settings.ts';
import { changePassword } from './passwords/change-password.ts';
import { createPasswordReset } from './passwords/create-password-reset.ts';
import { openPasswordReset } from './passwords/open-password-reset.ts';
import { resetPassword } from './passwords/reset-password.ts';
import { submitPasswordReset } from './passwords/submit-password-reset.ts';
import { createProject } from './projects/create-project.ts';
import { deleteProject } from './projects/delete-project.ts';
import { getProject } from './projects/get-project.ts';
import { getProjectCapabilities } from './projects/get-project-capabilities.ts';
import { listProjects } from './projects/list-projects.ts';
import { updateProject } from './projects/update-project.ts';
import { getDirectoryServer } from './registry/get-directory-server.ts';
import { installDirectoryServer } from './registry/install-directory-server.ts';
import { installRegistryServer } from './registry/install-registry-server.ts';
import { listDirectoryServers } from './registry/list-directory-servers.ts';
import { listDirectorySources } from './registry/list-directory-sources.ts';
import { listRegistryConnections } from './registry/list-registry-connections.ts';
import { listRegistryServers } from './registry/list-registry-servers.ts';
import { uninstallRegistryServer } from './registry/uninstall-registry-server.ts';
import { createRunnerToken } from './runner-tokens/create-runner-token.ts';
import { listRunnerTokens } from './runner-tokens/list-runner-tokens.ts';
import { revokeRunnerToken } from './runner-tokens/revoke-runner-token.ts';
import { createSecret } from './secrets/create-secret.ts';
import { deleteSecret } from './secrets/delete-secret.ts';
import { getSecret } from './secrets/get-secret.ts';
import { listSecrets } from './secrets/list-secrets.ts';
import { updateSecret } from './secrets/update-secret.ts';
import { createProjectServer } from './servers/create-project-server.ts';
import { deleteProjectServer } from './servers/delete-project-server.ts';
import { getProjectServer } from './servers/get-project-server.ts';
import { listProjectServers } from './servers/list-project-servers.ts';
import { updateProjectServer } from './servers/update-project-server.ts';
import { endSession } from './sessions/end-session.ts';
import { getSession } from './sessions/get-session.ts';
import { getSignInMethods } from './sessions/get-sign-in-methods.ts';
import { listOwnSessions } from './sessions/list-own-sessions.ts';
import { openSignIn } from './sessions/open-sign-in.ts';
import { signIn } from './sessions/sign-in.ts';
import { signOut } from './sessions/sign-out.ts';
import { submitSignIn } from './sessions/submit-sign-in.ts';
import { switchOrganization } from './sessions/switch-organization.ts';
import { finishSingleSignOn } from './single-sign-on/finish-single-sign-on.ts';
import { startSingleSignOn } from './single-sign-on/start-single-sign-on.ts';

/** Every operation of the catalog service with its handler. */
export const catalogOperations = (deps: Deps): Implementation =>
  implement(rpcsOf('catalog'), {
    getMe: getMe(deps),
    createApiKey: createApiKey(deps),
    listApiKeys: listApiKeys(deps),
    listOrganizationApiKeys: listOrganizationApiKeys(deps),
    revokeApiKey: revokeApiKey(deps),
    revokeOrganizationApiKey: revokeOrganizationApiKey(deps),
    exportAuditLog: exportAuditLog(deps),
    listAuditLog: listAuditLog(deps),
    listBudgets: listBudgets(deps),
    listUsage: listUsage(deps),
    releaseBudget: releaseBudget(deps),
    removeBudget: removeBudget(deps),
    setBudget: setBudget(deps),
    listChatSessions: listChatSessions(deps),
    acceptInvitation: acceptInvitation(deps),
    createInvitation: createInvitation(deps),
    listInvitations: listInvitations(deps),
    openInvitation: openInvitation(deps),
    revokeInvitation: revokeInvitation(deps),
    submitInvitation: submitInvitation(deps),
    changeMember: changeMember(deps),
    listMembers: listMembers(deps),
    listProjectMembers: listProjectMembers(deps),
    removeMember: removeMember(deps),
    removeProjectMember: removeProjectMember(deps),
    setProjectMember: setProjectMember(deps),
    listModelProviders: listModelProviders(deps),
    listModels: listModels(deps),
    removeModelProvider: removeModelProvider(deps),
    setModelProvider: setModelProvider(deps),
    createOrganization: createOrganization(deps),
    deleteOrganization: deleteOrganization(deps),
    getOrganization: getOrganization(deps),
    getOrganizationSettings: getOrganizationSettings(deps),
    listOrganizations: listOrganizations(deps),
    updateOrganization: updateOrganization(deps),
    updateOrganizationSettings: updateOrganizationSettings(deps),
    changePassword: changePassword(deps),
    createPasswordReset: createPasswordReset(deps),
    openPasswordReset: openPasswordReset(deps),
    resetPassword: resetPassword(deps),
    submitPasswordReset: submitPasswordReset(deps),
    createProject: createProject(deps),
    deleteProject: deleteProject(deps),
    getProject: getProject(deps),
    getProjectCapabilities: getProjectCapabilities(deps),
    listProjects: listProjects(deps),
    updateProject: updateProject(deps),
    getDirectoryServer: getDirectoryServer(deps),
    installDirectoryServer: installDirectoryServer(deps),
    installRegistryServer: installRegistryServer(deps),
    listDirectoryServers: listDirectoryServers(deps),
    listDirectorySources: listDirectorySources(deps),
    listRegistryConnections: listRegistryConnections(deps),
    listRegistryServers: listRegistryServers(deps),
    uninstallRegistryServer: uninstallRegistryServer(deps),
    createRunnerToken: createRunnerToken(deps),
    listRunnerTokens: listRunnerTokens(deps),
    revokeRunnerToken: revokeRunnerToken(deps),
    createSecret: createSecret(deps),
    deleteSecret: deleteSecret(deps),
    getSecret: getSecret(deps),
    listSecrets: listSecrets(deps),
    updateSecret: updateSecret(deps),
    createProjectServer: createProjectServer(deps),
    deleteProjectServer: deleteProjectServer(deps),
    getProjectServer: getProjectServer(deps),
    listProjectServers: listProjectServers(deps),
    updateProjectServer: updateProjectServer(deps),
    endSession: endSession(deps),
    getSession: getSession(deps),
    getSignInMethods: getSignInMethods(deps),
    listOwnSessions: listOwnSessions(deps),
    openSignIn: openSignIn(deps),
    signIn: signIn(deps),
    signOut: signOut(deps),
    submitSignIn: submitSignIn(deps),
    switchOrganization: switchOrganization(deps),
    finishSingleSignOn: finishSingleSignOn(deps),
    startSingleSignOn: startSingleSignOn(deps),
  });
