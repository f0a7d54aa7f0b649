// Generated from the operations of the contract by `npm run generate`. Do not edit.
import { rpcsOf } from '@assay/contract/operations';
import { implement, type Implementation } from '@assay/kit/rpc/serve';
import type { Deps } from '../deps.ts';
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
