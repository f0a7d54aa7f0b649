import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { closed } from '../../schema.ts';
import { Prose } from '../../text.ts';

const packages = (pattern: string, says: string) =>
  Type.Optional(
    Type.Array(Type.String({ maxLength: 200, pattern, 'x-says': says }), {
      minItems: 1,
      maxItems: 100,
      uniqueItems: true,
    }),
  );

/** The parts of a sandbox image: a base image, packages on top of it, and settings of its processes. */
export type Blueprint = Static<typeof Blueprint>;
export const Blueprint = closed({
  baseImage: Type.String({
    maxLength: 512,
    pattern:
      '^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::[0-9]{1,5})?(?:/[a-z0-9]+(?:[._-]+[a-z0-9]+)*)+@sha256:[0-9a-f]{64}$',
    'x-says': 'must name the registry, the image and its digest, such as docker.io/library/node@sha256:…',
  }),
  packages: Type.Optional(
    closed(
      {
        apt: packages(
          '^[a-z0-9][a-z0-9+.-]+(?:=[A-Za-z0-9.+:~-]+)?$',
          'must be the name of a Debian package, or name=version',
        ),
        npm: packages(
          '^(?:@[a-z0-9][a-z0-9._-]*/)?[a-z0-9][a-z0-9._-]*(?:@[0-9A-Za-z][0-9A-Za-z.+-]*)?$',
          'must be the name of an npm package, or name@version',
        ),
        pip: packages(
          '^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?(?:==[0-9A-Za-z][0-9A-Za-z.!+-]*)?$',
          'must be the name of a Python package, or name==version',
        ),
      },
      { minProperties: 1 },
    ),
  ),
  env: Type.Optional(
    Type.Unsafe<Record<string, string>>({
      type: 'object',
      maxProperties: 50,
      propertyNames: { pattern: '^[A-Za-z_][A-Za-z0-9_]*$', maxLength: 256 },
      additionalProperties: Prose(4_096, {
        pattern: '^[^\\u0000-\\u001f]*$',
        'x-says': 'must be one line without controls',
      }),
    }),
  ),
  workdir: Type.Optional(
    Type.String({
      maxLength: 256,
      pattern: '^(?:/[A-Za-z0-9_-][A-Za-z0-9._-]*)+$',
      'x-says': 'must be an absolute path without dots at the start of its parts',
    }),
  ),
});
