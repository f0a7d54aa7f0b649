import { OrganizationsService } from '@assay/contract/gen/assay/v1/organizations';
import { implement, type Implementation } from '@assay/kit/rpc/serve';
import type { Deps } from '../deps.ts';
import { createOrganization } from '../rpc/organizations/create-organization.ts';
import { deleteOrganization } from '../rpc/organizations/delete-organization.ts';
import { getOrganizationSettings } from '../rpc/organizations/get-organization-settings.ts';
import { getOrganization } from '../rpc/organizations/get-organization.ts';
import { getProjectCapabilities } from '../rpc/projects/get-project-capabilities.ts';
import { listChatSessions } from '../rpc/chat-sessions/list-chat-sessions.ts';
import { updateOrganizationSettings } from '../rpc/organizations/update-organization-settings.ts';
import { updateOrganization } from '../rpc/organizations/update-organization.ts';

export const organizations = (deps: Deps): Implementation =>
  implement(OrganizationsService, {
    createOrganization: createOrganization(deps),
    getOrganization: getOrganization(deps),
    updateOrganization: updateOrganization(deps),
    deleteOrganization: deleteOrganization(deps),
    getOrganizationSettings: getOrganizationSettings(deps),
    updateOrganizationSettings: updateOrganizationSettings(deps),
    getProjectCapabilities: getProjectCapabilities(deps),
    listChatSessions: listChatSessions(deps),
  });
