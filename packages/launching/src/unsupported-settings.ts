import { given } from '@assay/contract/given';
import { Problem, reasons } from '@assay/contract/problem';
import type { ClientConfig } from '@assay/contract/areas/clients/config';
import { handshakeKeys, imageRenderingKeys, visiblePartKeys } from '@assay/contract/areas/clients/open-settings';

/** A setting that this installation cannot give effect: a JSON pointer into the configuration, and what is missing. */
export interface UnsupportedSetting {
  path: string;
  missing: string;
}

type Check<T> = (value: NonNullable<T>, path: string, config: ClientConfig) => UnsupportedSetting[];
type Checks<T> = { [K in keyof Required<T>]: Check<T[K]> };

/** Every value has its effect on a run; for widgets, where a browser shows them. */
const supported = () => [];
/** No part of a run depends on it: it is about the windows of the client, or about a sign-in that no run makes. */
const outsideOfRuns = () => [];

/** Only these keys, with values that can be used, are understood. */
const knownKeys =
  (known: Record<string, (value: unknown) => boolean>) =>
  (value: Record<string, unknown>, path: string): UnsupportedSetting[] =>
    Object.entries(value).flatMap(([key, each]) => {
      const at = `${path}/${pointerPart(key)}`;
      if (!Object.hasOwn(known, key))
        return [{ path: at, missing: `this key; the known ones are ${Object.keys(known).join(', ')}` }];
      return known[key]!(each) ? [] : [{ path: at, missing: `a meaning of the value ${clipped(each)}` }];
    });

const mcpProfile: Checks<NonNullable<ClientConfig['mcpProfile']>> = {
  profileVersion: supported,
  mcpProtocolVersion: supported,
  toolParamHeaderMirroring: supported,
  paginationTraversal: supported,
  mrtrSupport: supported,
  initialize: knownKeys(handshakeKeys),
  apps: supported,
};

/** One check per setting. A setting without one does not compile. */
export const settingChecks: Checks<ClientConfig> = {
  hostStyle: supported,
  modelId: supported,
  modelSelection: (value, path, { modelId }) =>
    knownKeys({
      modelId: (named) => named === modelId,
      provider: (named) => modelId.startsWith(`${String(named)}/`),
    })(value, path),
  systemPrompt: supported,
  temperature: supported,
  requireToolApproval: supported,
  respectToolVisibility: supported,
  progressiveToolDiscovery: supported,
  harness: (value, path) => [
    { path, missing: `the program of the harness "${value}": models run in the platform's own engine` },
  ],
  computer: ({ kind }, path) => [{ path, missing: `a ${kind} computer for the model` }],
  serverIds: supported,
  optionalServerIds: supported,
  builtInToolIds: (ids, path) =>
    ids.map((id, i) => ({ path: `${path}/${i}`, missing: `the built-in tool "${id}"; there are none` })),
  skillSelection: supported,
  modelVisibleMcpToolResults: knownKeys(visiblePartKeys),
  mcpToolResultImageRendering: knownKeys(imageRenderingKeys),
  connectionDefaults: supported,
  serverConnectionOverrides: supported,
  clientCapabilities: supported,
  hostContext: supported,
  hostCapabilitiesOverride: supported,
  chatUiOverride: outsideOfRuns,
  mcpProfile: (value, path, config) => checked(mcpProfile, value, path, config),
  oauthProfile: outsideOfRuns,
};

/** The settings of a client that a run here cannot give effect; empty when it can be launched. */
export const unsupportedSettings = (config: ClientConfig): UnsupportedSetting[] =>
  checked(settingChecks, config, '', config);

/** @throws FEATURE_NOT_SUPPORTED that names each setting that a run here cannot give effect. */
export function refuseUnsupportedSettings(config: ClientConfig): void {
  const settings = unsupportedSettings(config);
  const [first] = settings;
  if (!first) return;
  const more = settings.length > 1 ? ` ${settings.length - 1} more of its settings cannot be used, either.` : '';
  throw new Problem(
    'FEATURE_NOT_SUPPORTED',
    `The client cannot run here. This installation does not have what ${first.path} needs: ${first.missing}.${more}`,
    {
      reason: config.harness ? reasons.HARNESS_UNAVAILABLE : reasons.CLIENT_SETTING_UNSUPPORTED,
      settings,
      ...given({ kind: config.harness }),
    },
  );
}

function checked<T extends object>(
  checks: Checks<T>,
  value: T,
  path: string,
  config: ClientConfig,
): UnsupportedSetting[] {
  return (Object.keys(checks) as (keyof T & string)[]).flatMap((key) => {
    const each = value[key];
    return each === undefined || each === null ? [] : checks[key](each, `${path}/${key}`, config);
  });
}

const pointerPart = (key: string) => key.replaceAll('~', '~0').replaceAll('/', '~1');
const clipped = (value: unknown) => {
  const text = JSON.stringify(value) ?? 'undefined';
  return text.length > 80 ? `${text.slice(0, 80).toWellFormed()}…` : text;
};
