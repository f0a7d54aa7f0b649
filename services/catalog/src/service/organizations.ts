import { OrganizationsService } from '@assay/contract/gen/assay/v1/organizations';
import { implement, type Implementation } from '@assay/kit/serve';
import type { Deps } from '../deps.ts';
import { createOrganization } from '../rpc/create-organization.ts';
import { deleteOrganization } from '../rpc/delete-organization.ts';
import { getOrganizationSettings } from '../rpc/get-organization-settings.ts';
import { getOrganization } from '../rpc/get-organization.ts';
import { getProjectCapabilities } from '../rpc/get-project-capabilities.ts';
import { listChatSessions } from '../rpc/list-chat-sessions.ts';
import { updateOrganizationSettings } from '../rpc/update-organization-settings.ts';
import { updateOrganization } from '../rpc/update-organization.ts';

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
