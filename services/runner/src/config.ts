import { hostname } from 'node:os';
import type { BrowserSettings } from '@assay/browser/browsers';
import { BROWSER_LABEL } from '@assay/contract/areas/runner-tokens/browser-label';
import { STDIO_LABEL } from '@assay/contract/areas/runner-tokens/stdio-label';
import { perService } from '@assay/contract/services';
import { egressSettings, type EgressSettings } from '@assay/egress/settings';
import { readEnv, type Env, type EnvReader } from '@assay/kit/env';
import { SERVICE_ADDRESSES } from '@assay/kit/rpc/address-settings';
import { KEY_ENCRYPTION_KEY } from '@assay/kit/security/key-settings';
import { meshTlsSettings, runnerSettings } from '@assay/kit/security/mesh-settings';
import { gatewayAddresses, HEALTH_PORT } from '@assay/kit/settings/process-settings';
import type { AnySetting } from '@assay/kit/settings/setting';
import type { StdioRules } from '@assay/mcp/target';
import type { RunnerSlots } from '@assay/work/runner/workers';
import { browserSettings } from './reach/browsers/browser-settings.ts';
import { builderSettings, type BuilderSettings } from './handlers/image-build/builder-settings.ts';
import { outsideSettings, RUNNER_CREDENTIALS, RUNNER_TOKEN } from './reach/platform/outside-settings.ts';
import { processThatShows, privateEnvironment } from './reach/platform/private-environment.ts';
import type { MeshPlatform, OutsidePlatform } from './reach/platform/platform-link.ts';
import { RUNNER_STDIO_ENV, stdioSettings } from './reach/sessions/stdio-settings.ts';
import { PROVIDER_SETTINGS, providerEndpoints, type ProviderEndpoints } from './engine/models/provider-settings.ts';
import * as settings from './settings.ts';

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

export const loadConfig = (env: Env = process.env): Config => readEnv(env, (reader) => configIn(reader, env));

function configIn(reader: EnvReader, env: Env): Config {
  const { read, isSet } = reader;
  // A runner outside has no listener, and its operator put it next to the servers that it is for.
  const isOutside = isSet(RUNNER_TOKEN);
  const egress = isOutside ? egressSettings(reader, true) : egressSettings(reader);
  const stdio = stdioSettings(reader, egress.maxResponseBytes);
  const browser = browserSettings(reader, env, isOutside);
  const own = [...(stdio.allowedCommands.length > 0 ? [STDIO_LABEL] : []), ...(browser ? [BROWSER_LABEL] : [])];
  return {
    platform: outsideSettings(reader) ?? mesh(reader),
    runnerName: read(settings.RUNNER_NAME, hostname()),
    slots: slotsIn(reader),
    graceMs: read(settings.RUNNER_GRACE_MS),
    labels: [...new Set([...read(settings.RUNNER_LABELS), ...own])],
    authoringModel: read(settings.AUTHORING_MODEL),
    endpoints: providerEndpoints(reader),
    builder: builderSettings(reader),
    browser,
    egress,
    stdio,
    healthPort: read(HEALTH_PORT),
  };
}

function slotsIn({ read, refuse }: EnvReader): RunnerSlots {
  const slots = {
    long: read(settings.RUNNER_SLOTS),
    interactive: read(settings.RUNNER_INTERACTIVE_SLOTS),
    browser: read(settings.RUNNER_BROWSER_SLOTS),
    background: read(settings.RUNNER_BACKGROUND_SLOTS),
  };
  if (Object.values(slots).every((count) => count === 0))
    refuse(
      'RUNNER_SLOTS, RUNNER_INTERACTIVE_SLOTS, RUNNER_BROWSER_SLOTS or RUNNER_BACKGROUND_SLOTS must be at least 1',
    );
  return slots;
}

/**
 * Loads the configuration of a process that an operator starts. A runner in the mesh starts no commands: they would run
 * as its own user, who can read the secrets that the whole mesh trusts. `npm start` has one machine and one user in any
 * case.
 */
export function loadOperatedConfig(env: Env = privateEnvironment(process.env)): Config {
  return readEnv(env, (reader) => {
    const config = configIn(reader, env);
    if (config.stdio.allowedCommands.length > 0) reader.refuse(...commandFaults(config, env));
    return config;
  });
}

/** Why this runner must not start commands. */
const commandFaults = ({ platform }: Config, env: Env): string[] =>
  'token' in platform
    ? [...OUTSIDE_SECRETS.flatMap((setting) => secretFaults(setting, env)), ...processFaults(platform.token)]
    : [
        "RUNNER_ALLOWED_COMMANDS is for a runner outside of the mesh: give it a RUNNER_TOKEN and a PLATFORM_ADDRESS, none of the mesh's secrets, and a container of its own",
      ];

/** The secrets of a runner outside of the mesh, which its commands must not read. */
const OUTSIDE_SECRETS = [
  RUNNER_TOKEN,
  RUNNER_CREDENTIALS,
  ...Object.values(PROVIDER_SETTINGS).flatMap(({ key }) => key ?? []),
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
function secretFaults({ name, fileName }: AnySetting, env: Env): string[] {
  const isFile = env[fileName] !== undefined && env[fileName] !== '';
  const isPassedOn = (env[RUNNER_STDIO_ENV.name] ?? '').split(',').some((each) => each.trim() === name);
  return [
    ...(isFile
      ? [
          `${fileName} is a file that commands could read as well, as the runner's user: set ${name}, or name a pipe in ${fileName}`,
        ]
      : []),
    ...(isPassedOn ? [`${RUNNER_STDIO_ENV.name} must not hand ${name} to commands`] : []),
  ];
}

const mesh = (reader: EnvReader): MeshPlatform => ({
  meshSecret: runnerSettings(reader),
  meshTls: meshTlsSettings(reader),
  keyEncryptionKey: reader.read(KEY_ENCRYPTION_KEY),
  addresses: {
    ...perService((name) => reader.optional(SERVICE_ADDRESSES[name])),
    runs: reader.read(SERVICE_ADDRESSES.runs),
    catalog: reader.read(SERVICE_ADDRESSES.catalog),
  },
  gateway: gatewayAddresses(reader),
});
