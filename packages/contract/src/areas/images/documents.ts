import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { closed, EpochMs, Id, nullable, oneOf, open, page } from '../../schema.ts';
import { Name, Prose } from '../../text.ts';

const blueprint = Prose(65_536, {
  minLength: 1,
  description:
    'The text of an object in JSON or YAML: `baseImage` with registry and digest, and optionally `packages` (`apt`, `npm`, `pip`), `env` and `workdir`. Every member who sees the image can read it; it holds no secrets.',
});

export type CreateImage = Static<typeof CreateImage>;
export const CreateImage = closed({ name: Name(), blueprint }, { $id: 'SandboxImageCreateRequest' });

export type UpdateImage = Static<typeof UpdateImage>;
export const UpdateImage = closed(
  { name: Type.Optional(Name()), blueprint: Type.Optional(blueprint) },
  { $id: 'SandboxImageUpdateRequest', minProperties: 1 },
);

export const ValidateBlueprint = closed(
  { blueprint: Prose(65_536, { description: 'As in a new image.' }) },
  { $id: 'SandboxImageBlueprintValidateRequest' },
);

export type BlueprintValidated = Static<typeof BlueprintValidated>;
export const BlueprintValidated = open(
  {
    ok: Type.Boolean(),
    baseImageDigest: Type.Optional(Type.String({ description: 'Of the base image, if the blueprint is valid.' })),
    errors: Type.Optional(
      Type.Array(open({ path: Type.String({ description: 'A JSON Pointer.' }), message: Type.String() }), {
        description: 'Everything that is wrong with the blueprint, if it is not valid.',
      }),
    ),
  },
  { $id: 'SandboxImageBlueprintValidateResult' },
);

export type ImageBuild = Static<typeof ImageBuild>;
export const ImageBuild = open(
  {
    id: Id,
    status: oneOf(['queued', 'building', 'ready', 'failed']),
    provider: oneOf(['buildkit']),
    baseImageDigests: Type.Array(Type.String()),
    digest: Type.Optional(Type.String({ description: 'Of the image in the registry, once the build is `ready`.' })),
    error: Type.Optional(Type.String({ description: 'Why the build failed.' })),
    logPreview: Type.Optional(
      Type.String({ description: "The end of the builder's output, at most 4,000 characters; secrets are masked." }),
    ),
    createdAt: EpochMs(),
    startedAt: Type.Optional(EpochMs()),
    finishedAt: Type.Optional(EpochMs()),
  },
  { $id: 'SandboxImageBuild' },
);

export type Image = Static<typeof Image>;
export const Image = open(
  {
    id: Id,
    projectId: Id,
    name: Type.String(),
    blueprint: Type.String(),
    contentHash: Type.String({
      description: 'Of the blueprint, without regard to its formatting: equal content, equal hash.',
    }),
    sharing: oneOf(['user', 'project'], {
      description: '`user`: only its owner sees it. `project`: every member of the project sees it.',
    }),
    isOwner: Type.Boolean({ description: 'Whether the caller made it.' }),
    currentBuild: nullable(ImageBuild),
    createdAt: EpochMs(),
    updatedAt: EpochMs(),
  },
  { $id: 'SandboxImage' },
);

export const ImagePage = page(Image, 'SandboxImagePage');
export const ImageBuildPage = page(ImageBuild, 'SandboxImageBuildPage');
export const ImageDeleted = open({ id: Id, deleted: Type.Literal(true) }, { $id: 'SandboxImageDeleted' });
export type ImageBuildStarted = Static<typeof ImageBuildStarted>;
export const ImageBuildStarted = open(
  {
    id: Id,
    buildId: Id,
    reused: Type.Boolean({
      description: 'The image has a build of this content that is ready or under way, and `buildId` is its id.',
    }),
  },
  { $id: 'SandboxImageBuildStarted' },
);
export const ComputerAttached = open(
  { imageId: Id, computerId: Id, status: Type.String() },
  { $id: 'ComputerAttached' },
);
