import { NoInput, NoQuery } from '../../none.ts';
import { operation } from '../../operation.ts';
import {
  BlueprintValidated,
  ComputerAttached,
  CreateImage,
  Image,
  ImageBuildPage,
  ImageBuildStarted,
  ImageDeleted,
  ImagePage,
  UpdateImage,
  ValidateBlueprint,
} from './documents.ts';

const images = { tag: 'Sandbox images', service: 'environments', access: 'member', status: 200 } as const;
const imagePath = '/projects/{projectId}/images/{imageId}';
const editors = 'For its owner and, once it is promoted, for admins of the project.';

export const buildSandboxImage = operation({
  ...images,
  method: 'POST',
  path: `${imagePath}/build`,
  summary: 'Build a sandbox image.',
  description: `${editors} The build begins \`queued\`; a build of equal content that is ready or under way is reused, and one of older content that is under way ends \`failed\`. An installation without a builder records the build as \`failed\` at once, with that reason.`,
  input: NoInput,
  bodyOptional: true,
  status: 202,
  reply: ImageBuildStarted,
});

export const createSandboxImage = operation({
  ...images,
  method: 'POST',
  path: '/projects/{projectId}/images',
  summary: 'Save a sandbox image.',
  description:
    'Nothing is built yet. The caller owns it, and alone sees it until it is promoted. A project has at most 200 images; one more is refused (409).',
  input: CreateImage,
  status: 201,
  reply: Image,
});

export const deleteSandboxImage = operation({
  ...images,
  method: 'DELETE',
  path: imagePath,
  summary: 'Delete a sandbox image with its builds.',
  description: `${editors} A build that is under way is cancelled. An image that an environment names is refused (409) with those environments.`,
  input: NoInput,
  bodyOptional: true,
  reply: ImageDeleted,
});

export const getSandboxImage = operation({
  ...images,
  method: 'GET',
  path: imagePath,
  access: 'viewer',
  summary: 'Read a sandbox image.',
  input: NoQuery,
  reply: Image,
});

export const listSandboxImageBuilds = operation({
  ...images,
  method: 'GET',
  path: `${imagePath}/builds`,
  access: 'viewer',
  summary: 'List the builds of a sandbox image, newest first.',
  description: 'The last 50 builds; there are no further pages.',
  input: NoQuery,
  reply: ImageBuildPage,
});

export const listSandboxImages = operation({
  ...images,
  method: 'GET',
  path: '/projects/{projectId}/images',
  access: 'viewer',
  summary: "List the caller's own sandbox images and the promoted ones, newest first.",
  description: 'All of them; there are no further pages.',
  input: NoQuery,
  reply: ImagePage,
});

export const promoteSandboxImage = operation({
  ...images,
  method: 'POST',
  path: `${imagePath}/promote`,
  summary: 'Share a sandbox image with the project.',
  description:
    'For its owner. Where the installation has a builder, its content must have a build that is ready; elsewhere its newest build must not have failed (409). A promoted image stays as it is.',
  input: NoInput,
  bodyOptional: true,
  reply: Image,
});

export const updateSandboxImage = operation({
  ...images,
  method: 'PATCH',
  path: imagePath,
  summary: 'Rename a sandbox image, or replace its blueprint.',
  description: `${editors} Builds stay as they are.`,
  input: UpdateImage,
  reply: Image,
});

export const useSandboxImage = operation({
  ...images,
  method: 'POST',
  path: `${imagePath}/use`,
  summary: 'Start a computer from a sandbox image.',
  description: 'This version has no computers: an image in sight answers FEATURE_NOT_SUPPORTED.',
  also: [422],
  input: NoInput,
  bodyOptional: true,
  reply: ComputerAttached,
});

export const validateSandboxImageBlueprint = operation({
  ...images,
  method: 'POST',
  path: '/projects/{projectId}/images/validate',
  access: 'viewer',
  safe: true,
  summary: 'Check a blueprint without saving it.',
  input: ValidateBlueprint,
  reply: BlueprintValidated,
});
