import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { open } from '../../schema.ts';

/** The input of a work item of kind `image-build`. */
export type ImageBuildTask = Static<typeof ImageBuildTask>;
export const ImageBuildTask = open({
  version: Type.Literal(1),
  /** The name of the image below the registry of the runner. */
  name: Type.String(),
  /** The hash of the blueprint, in hexadecimal: equal content, equal tag. */
  tag: Type.String(),
  dockerfile: Type.String(),
});

/** The output of a work item of kind `image-build`: the digest of the pushed image, or the reason why there is none. */
export type ImageBuildReport = Static<typeof ImageBuildReport>;
export const ImageBuildReport = open({
  version: Type.Literal(1),
  digest: Type.Optional(Type.String({ pattern: '^sha256:[0-9a-f]{64}$' })),
  error: Type.Optional(Type.String()),
  /** The end of the builder's output, masked. */
  log: Type.String(),
});
