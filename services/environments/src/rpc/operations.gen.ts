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
import { getEnvironmentCapabilities } from './environments/get-environment-capabilities.ts';
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
    getEnvironmentCapabilities: getEnvironmentCapabilities(deps),
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
  });
