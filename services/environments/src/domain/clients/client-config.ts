import { hash } from 'node:crypto';
import { canonicalJson } from '@assay/contract/canonical';
import type { ClientConfig } from '@assay/contract/areas/clients/config';
import type { ClientConfigInput, ClientFieldSet, SetClientServers } from '@assay/contract/areas/clients/documents';
import type { Fault } from '@assay/contract/fault';
import { pointerSegment } from '@assay/kit/json/schema';
import { namesSecret, redactText } from '@assay/kit/security/redact';

const DEFAULT_TEMPERATURE = 0.7;
const noConnectionDefaults = (): ClientConfig['connectionDefaults'] => ({ headers: {}, requestTimeout: null });

/** The settings that a caller wrote, with the defaults of absent ones. */
export const clientConfigOf = (input: ClientConfigInput): ClientConfig =>
  withoutRepetitions({
    hostStyle: 'assay',
    systemPrompt: '',
    temperature: DEFAULT_TEMPERATURE,
    requireToolApproval: false,
    serverIds: [],
    optionalServerIds: [],
    connectionDefaults: noConnectionDefaults(),
    clientCapabilities: {},
    hostContext: {},
    ...input,
  });

/** Settings that name each server, tool and skill once. */
const withoutRepetitions = (config: ClientConfig): ClientConfig => ({
  ...config,
  serverIds: [...new Set(config.serverIds)],
  optionalServerIds: [...new Set(config.optionalServerIds)],
  ...(config.builtInToolIds && { builtInToolIds: [...new Set(config.builtInToolIds)] }),
  ...(config.skillSelection?.skillIds && {
    skillSelection: { ...config.skillSelection, skillIds: [...new Set(config.skillSelection.skillIds)] },
  }),
});

/** The id of settings: a hash of their canonical JSON, so that equal settings have an equal one. */
export const configIdOf = (config: ClientConfig): string => `cfg_${hash('sha256', canonicalJson(config))}`;

const resets = {
  systemPrompt: () => '',
  temperature: () => DEFAULT_TEMPERATURE,
  requireToolApproval: () => false,
  connectionDefaults: noConnectionDefaults,
};

/** Settings after a change of some: absent keeps, null resets or clears, a value replaces the whole setting. */
export function changedConfig(config: ClientConfig, set: ClientFieldSet): ClientConfig {
  const next: Record<string, unknown> = { ...config };
  for (const [field, value] of Object.entries(set)) {
    if (value !== null) next[field] = value;
    else if (field in resets) next[field] = resets[field as keyof typeof resets]();
    else delete next[field];
  }
  return withoutRepetitions(next as ClientConfig);
}

/** Settings with other servers. Optional servers that are not named stay, unless they are required now. */
export const withServers = (
  config: ClientConfig,
  {
    serverIds,
    optionalServerIds = config.optionalServerIds.filter((id) => !serverIds.includes(id)),
  }: Pick<SetClientServers, 'serverIds' | 'optionalServerIds'>,
): ClientConfig => withoutRepetitions({ ...config, serverIds, optionalServerIds });

const MAX_JSON_CHARS = 250_000;

/** The first rule that settings break and that their schema cannot express; paths begin with `place`. */
export function configFault(config: ClientConfigInput | ClientFieldSet, place: string): Fault | undefined {
  const fault =
    sizeFault(config) ??
    serversFault(config as Partial<ClientConfig>) ??
    headersFault(config) ??
    credentialFault(config) ??
    skillsFault(config);
  return fault && { ...fault, path: `${place}${fault.path}` };
}

type Settings = Partial<ClientConfigInput> | ClientFieldSet;

function sizeFault(config: Settings): Fault | undefined {
  let hasNul = false;
  const json = JSON.stringify(config, (key, value: unknown) => {
    hasNul ||= key.includes('\0') || (typeof value === 'string' && value.includes('\0'));
    return value;
  });
  if (hasNul) return { path: '', message: 'must not contain the character NUL' };
  return json.length > MAX_JSON_CHARS
    ? { path: '', message: `must not be longer than ${MAX_JSON_CHARS} characters as JSON` }
    : undefined;
}

/** The fault of servers that are both required and optional. */
export function serversFault({ serverIds = [], optionalServerIds = [] }: Partial<ClientConfig>): Fault | undefined {
  const both = optionalServerIds.findIndex((id) => serverIds.includes(id));
  return both < 0 ? undefined : { path: `/optionalServerIds/${both}`, message: 'is in serverIds, too' };
}

function headersFault(config: Settings): Fault | undefined {
  const { connectionDefaults, serverConnectionOverrides = {} } = config as Partial<ClientConfig>;
  const places: [string, Record<string, string>][] = [
    ['/connectionDefaults/headers', connectionDefaults?.headers ?? {}],
    ...Object.entries(serverConnectionOverrides).map(
      ([id, { headersOverride = {} }]): [string, Record<string, string>] => [
        `/serverConnectionOverrides/${pointerSegment(id)}/headersOverride`,
        headersOverride,
      ],
    ),
  ];
  for (const [path, headers] of places)
    for (const [name, value] of Object.entries(headers))
      if (namesSecret(name) || redactText(value) !== value)
        return {
          path: `${path}/${pointerSegment(name)}`,
          message: 'looks like a credential, which settings cannot hold: save it as a header of the server',
        };
  return undefined;
}

/** The settings that may hold any JSON. */
const freeForm = [
  'clientCapabilities',
  'hostContext',
  'hostCapabilitiesOverride',
  'chatUiOverride',
  'mcpProfile',
  'oauthProfile',
] as const;

function credentialFault(config: Settings): Fault | undefined {
  for (const field of freeForm) {
    const path = credentialPath((config as Partial<ClientConfig>)[field], field, `/${field}`);
    if (path !== undefined)
      return { path, message: 'looks like a credential, which settings cannot hold: save it with the server' };
  }
  return undefined;
}

/** The path of the first text within a value that is a secret by its look, or by the name that it stands under. */
function credentialPath(value: unknown, name: string, path: string): string | undefined {
  if (typeof value === 'string')
    return (namesSecret(name) && !isPlainUrl(value)) || redactText(value) !== value ? path : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, inner] of Object.entries(value)) {
    const found = credentialPath(inner, Array.isArray(value) ? name : key, `${path}/${pointerSegment(key)}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** An address such as an authorization endpoint, which is no secret. */
const isPlainUrl = (text: string): boolean => /^https?:/i.test(text) && URL.parse(text)?.search === '';

function skillsFault({ skillSelection }: Settings): Fault | undefined {
  if (!skillSelection) return undefined;
  const { mode, skillIds } = skillSelection;
  if (mode === 'explicit' && skillIds === undefined)
    return { path: '/skillSelection/skillIds', message: 'is required for the mode explicit' };
  return mode === 'all-visible' && skillIds !== undefined
    ? { path: '/skillSelection/skillIds', message: 'has no effect for the mode all-visible' }
    : undefined;
}

/** A server that settings name, with its place in the request. */
export interface NamedServer {
  path: string;
  id: string;
  /** It may be a server that a plugin declares; all others are saved servers. */
  mayBeDeclared?: boolean;
}

/** The servers that settings name, each with its place in them. */
export const namedServers = (
  { serverIds = [], optionalServerIds = [], serverConnectionOverrides = {} }: Partial<ClientConfig>,
  place: string,
): NamedServer[] => [
  ...serverIds.map((id, i) => ({ path: `${place}/serverIds/${i}`, id })),
  ...optionalServerIds.map((id, i) => ({ path: `${place}/optionalServerIds/${i}`, id })),
  ...Object.keys(serverConnectionOverrides).map((id) => ({
    path: `${place}/serverConnectionOverrides/${pointerSegment(id)}`,
    id,
    mayBeDeclared: true,
  })),
];
