import { ConfigError, type EnvReader } from '@assay/kit/env';

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

/** The builder of a runner in the mesh; undefined without one. */
export function builderSettings({ optional, optionalSecret, parsed, text }: EnvReader): BuilderSettings | undefined {
  const [address, registry] = [
    parsed('BUILDKIT_ADDRESS', matching(ADDRESS)),
    parsed('IMAGE_REGISTRY', matching(REGISTRY)),
  ];
  const isGiven = (name: string) => optional(name) !== undefined;
  if (isGiven('BUILDKIT_ADDRESS') !== isGiven('IMAGE_REGISTRY'))
    throw new ConfigError(['BUILDKIT_ADDRESS and IMAGE_REGISTRY need each other: set both, or neither']);
  if (isGiven('BUILDKIT_ADDRESS') && optionalSecret('RUNNER_TOKEN') !== undefined)
    throw new ConfigError([
      'BUILDKIT_ADDRESS is for a runner in the mesh: a runner with a RUNNER_TOKEN builds no images',
    ]);
  if (address === undefined || registry === undefined) return undefined;
  const env = ['PATH', 'HOME'].flatMap((name) => {
    const value = optional(name);
    return value === undefined ? [] : [[name, value]];
  });
  return {
    address,
    registry,
    program: text('BUILDCTL', 'buildctl'),
    env: Object.fromEntries(env) as Record<string, string>,
  };
}
