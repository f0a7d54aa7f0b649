import { hostname } from 'node:os';
import type { BrowserSettings } from '@assay/browser/browsers';
import { BROWSER_LABEL } from '@assay/contract/areas/runner-tokens/browser-label';
import { STDIO_LABEL } from '@assay/contract/areas/runner-tokens/stdio-label';
import { given } from '@assay/contract/given';
import { addressSetting, perService } from '@assay/contract/services';
import { egressSettings, type EgressSettings } from '@assay/egress/settings';
import { between, ConfigError, readEnv, type Env, type EnvReader } from '@assay/kit/env';
import { meshTlsSettings, runnerSettings } from '@assay/kit/security/mesh-settings';
import type { StdioRules } from '@assay/mcp/target';
import type { RunnerSlots } from '@assay/work/runner/workers';
import { browserSettings } from './reach/browsers/browser-settings.ts';
import { builderSettings, type BuilderSettings } from './handlers/image-build/builder-settings.ts';
import { MODEL_ID } from './domain/models/scripted-rules.ts';
import { NO_CREDENTIALS, OWN_CREDENTIALS_FORM, ownCredentials } from './reach/platform/own-credentials.ts';
import { processThatShows, privateEnvironment } from './reach/platform/private-environment.ts';
import { platformAddress } from './reach/platform/platform-address.ts';
import type { MeshPlatform, OutsidePlatform } from './reach/platform/platform-link.ts';
import { stdioSettings } from './reach/sessions/stdio-settings.ts';
import {
  PROVIDER_FACTS,
  PROVIDER_NAMES,
  type ProviderEndpoint,
  type ProviderEndpoints,
  type ProviderName,
} from './engine/models/providers.ts';

export interface Config {
  /** The platform that its work comes from. */
  platform: MeshPlatform | OutsidePlatform;
  /** Names this runner in logs and leases. */
  runnerName: string;
  /** Work items at a time, by slot class. */
  slots: RunnerSlots;
  /** The time that work in hand gets to finish when the runner is told to stop, in milliseconds. */
  graceMs: number;
  /** Labels of this runner: it is given the work items that ask for them. */
  labels: string[];
  /** Which servers it may start as commands, and how. */
  stdio: StdioRules;
  /** The model that drafts cases, `provider/name`. */
  authoringModel: string;
  /** The providers of language models that are set up. */
  endpoints: ProviderEndpoints;
  /** The builder of sandbox images, if there is one. */
  builder: BuilderSettings | undefined;
  /** Its browser, if there is one. */
  browser: BrowserSettings | undefined;
  egress: EgressSettings;
  /** The port for probes; 0 opens none. */
  healthPort?: number;
}

export const loadConfig = (env: Env = process.env): Config =>
  readEnv(env, (reader) => {
    // A runner outside has no listener, and its operator put it next to the servers that it is for.
    const egress =
      reader.optionalSecret('RUNNER_TOKEN') === undefined ? egressSettings(reader) : egressSettings(reader, true);
    const stdio = stdioSettings(reader, egress.maxResponseBytes);
    const browser = browserSettings(reader, env);
    const own = [...(stdio.allowedCommands.length > 0 ? [STDIO_LABEL] : []), ...(browser ? [BROWSER_LABEL] : [])];
    return {
      platform: outside(reader) ?? mesh(reader),
      runnerName: reader.text('RUNNER_NAME', hostname()),
      slots: {
        long: reader.int('RUNNER_SLOTS', 8),
        interactive: reader.int('RUNNER_INTERACTIVE_SLOTS', 8),
        browser: reader.int('RUNNER_BROWSER_SLOTS', 4),
        background: reader.int('RUNNER_BACKGROUND_SLOTS', 2),
      },
      graceMs: reader.parsed('RUNNER_GRACE_MS', between(0, 15_000)) ?? 10_000,
      labels: [...new Set([...reader.list('RUNNER_LABELS', []), ...own])],
      authoringModel: reader.text('AUTHORING_MODEL', MODEL_ID),
      endpoints: providerEndpoints(reader),
      builder: builderSettings(reader),
      browser,
      egress,
      stdio,
      healthPort: reader.int('HEALTH_PORT', 0),
    };
  });

/**
 * Loads the configuration of a process that an operator starts. A runner in the mesh starts no commands: they would run
 * as its own user, who can read the secrets that the whole mesh trusts. `npm start` has one machine and one user in any
 * case.
 */
export function loadOperatedConfig(env: Env = privateEnvironment(process.env)): Config {
  const config = loadConfig(env);
  if (config.stdio.allowedCommands.length === 0) return config;
  const faults =
    'token' in config.platform
      ? [...OUTSIDE_SECRETS.flatMap((name) => settingFaults(name, env)), ...processFaults(config.platform.token)]
      : [
          "RUNNER_ALLOWED_COMMANDS is for a runner outside of the mesh: give it a RUNNER_TOKEN and a PLATFORM_ADDRESS, none of the mesh's secrets, and a container of its own",
        ];
  if (faults.length > 0) throw new ConfigError(faults);
  return config;
}

/** The secrets of a runner outside of the mesh, which its commands must not read. */
const OUTSIDE_SECRETS = [
  'RUNNER_TOKEN',
  'RUNNER_CREDENTIALS',
  ...PROVIDER_NAMES.flatMap((name) => PROVIDER_FACTS[name].key ?? []),
];

/** A process that shows the token to commands, such as a shell or an init that started this runner. */
function processFaults(token: string): string[] {
  const pid = processThatShows(token);
  return pid === undefined
    ? []
    : [
        `commands could read RUNNER_TOKEN in the environment of process ${pid}: start the runner without it (exec), or name a pipe in RUNNER_TOKEN_FILE`,
      ];
}

/** Why commands, which run as the runner's user, could read a secret. */
function settingFaults(name: string, env: Env): string[] {
  const isFile = env[`${name}_FILE`] !== undefined && env[`${name}_FILE`] !== '';
  const isPassedOn = (env['RUNNER_STDIO_ENV'] ?? '').split(',').some((each) => each.trim() === name);
  return [
    ...(isFile
      ? [
          `${name}_FILE is a file that commands could read as well, as the runner's user: set ${name}, or name a pipe in ${name}_FILE`,
        ]
      : []),
    ...(isPassedOn ? [`RUNNER_STDIO_ENV must not hand ${name} to commands`] : []),
  ];
}

const mesh = (reader: EnvReader): MeshPlatform => ({
  meshSecret: runnerSettings(reader),
  meshTls: meshTlsSettings(reader),
  keyEncryptionKey: reader.key('KEY_ENCRYPTION_KEY'),
  addresses: {
    ...perService((name) => reader.optional(addressSetting(name))),
    runs: reader.text('RUNS_ADDRESS'),
    catalog: reader.text('CATALOG_ADDRESS'),
  },
  publicUrl: reader.url('PUBLIC_URL', 'http://127.0.0.1:4000'),
});

/** A runner with a token runs outside of the mesh and needs none of its secrets. */
function outside(reader: EnvReader): OutsidePlatform | undefined {
  const token = reader.optionalSecret('RUNNER_TOKEN');
  if (token === undefined) return undefined;
  const address = platformAddress(reader.text('PLATFORM_ADDRESS', ''));
  if (!address)
    throw new ConfigError([
      'PLATFORM_ADDRESS is missing or malformed: a runner with a RUNNER_TOKEN needs https://host[:port], or host:port for plain text',
    ]);
  const credentials = reader.optionalSecret('RUNNER_CREDENTIALS');
  const own = credentials === undefined ? NO_CREDENTIALS : ownCredentials(credentials);
  if (!own) throw new ConfigError([`RUNNER_CREDENTIALS is not JSON of the form ${OWN_CREDENTIALS_FORM}`]);
  return { token, address, own };
}

/**
 * The providers that are set up: a hosted one by its key, one of the operator's own by its address. `<NAME>_BASE_URL`
 * replaces the address.
 */
export function providerEndpoints({
  optional,
  optionalSecret,
}: Pick<EnvReader, 'optional' | 'optionalSecret'>): ProviderEndpoints {
  const found = PROVIDER_NAMES.flatMap((name): [ProviderName, ProviderEndpoint][] => {
    const { key, url, baseUrl, keyless } = PROVIDER_FACTS[name];
    const [apiKey, address] = [key && optionalSecret(key), optional(url) ?? baseUrl];
    return address === undefined || (apiKey === undefined && !keyless)
      ? []
      : [[name, { baseUrl: address, ...given({ apiKey }) }]];
  });
  return Object.fromEntries(found);
}
