import type { EnvReader } from '@assay/kit/env';
import { parsedSetting, textSetting } from '@assay/kit/settings/setting';
import { RUNNER_TOKEN } from '../../reach/platform/outside-settings.ts';

/** The builder of sandbox images that a runner was given. */
export interface BuilderSettings {
  /** The address of BuildKit, such as `tcp://buildkitd:1234`. */
  address: string;
  /** Where images are pushed, such as `registry.local/assay`. */
  registry: string;
  /** The program `buildctl`, by its path or its name on PATH. */
  program: string;
  /** The environment of the program: where it finds other programs, and its user's credentials of the registry. */
  env: Record<string, string>;
}

const ADDRESS = /^(?:tcp:\/\/[^\s/]+:\d{1,5}|unix:\/\/\/\S+)$/;
const REGISTRY = /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?(?:\/[a-z0-9]+(?:[._-]+[a-z0-9]+)*)*$/;
const matching = (pattern: RegExp) => (raw: string) => (pattern.test(raw) ? raw : undefined);

export const BUILDKIT_ADDRESS = parsedSetting(
  {
    name: 'BUILDKIT_ADDRESS',
    mayBeFile: true,
    fault: 'must be tcp://host:port or unix:///path',
    explanation: [
      'The address of BuildKit, `tcp://host:port` or `unix:///path`; needs `IMAGE_REGISTRY`.',
      'The runner then [builds sandbox images](operations/sandbox-images.md).',
      'Only for a runner in the mesh.',
    ],
  },
  matching(ADDRESS),
);

export const IMAGE_REGISTRY = parsedSetting(
  {
    name: 'IMAGE_REGISTRY',
    mayBeFile: true,
    fault: 'must be a host, a port if it has one, and a path in lower case, such as registry.local:5000/assay',
    explanation: ['Where sandbox images are pushed, such as `registry.local/assay`.'],
  },
  matching(REGISTRY),
);

export const BUILDCTL = textSetting({
  name: 'BUILDCTL',
  default: 'buildctl',
  explanation: ['The program `buildctl`, by its path or its name on `PATH`.'],
});

/** The builder of a runner in the mesh; undefined without one. */
export function builderSettings({ optional, isSet, read, refuse, variable }: EnvReader): BuilderSettings | undefined {
  const [address, registry, program] = [optional(BUILDKIT_ADDRESS), optional(IMAGE_REGISTRY), read(BUILDCTL)];
  if (isSet(BUILDKIT_ADDRESS) !== isSet(IMAGE_REGISTRY))
    refuse('BUILDKIT_ADDRESS and IMAGE_REGISTRY need each other: set both, or neither');
  if (isSet(BUILDKIT_ADDRESS) && isSet(RUNNER_TOKEN))
    refuse('BUILDKIT_ADDRESS is for a runner in the mesh: a runner with a RUNNER_TOKEN builds no images');
  if (address === undefined || registry === undefined) return undefined;
  const env = ['PATH', 'HOME'].flatMap((name) => {
    const value = variable(name);
    return value === undefined ? [] : [[name, value]];
  });
  return { address, registry, program, env: Object.fromEntries(env) as Record<string, string> };
}
