import type { RegistryInput } from '@assay/contract/areas/registry/documents';
import type { Fault } from '@assay/contract/fault';
import type { ServerEndpoint } from './endpoint.ts';
import { fillTemplate, type EndpointSetting } from './inputs.ts';
import type { WrittenValues } from '../servers/secret-references.ts';
import type { ServerConfig } from '../servers/server-input.ts';
import { ownOf } from '../untrusted.ts';

/** The part of a saved server's configuration that its endpoint decides. */
export type EndpointConfig = Pick<ServerConfig, 'transportType' | 'url' | 'command' | 'args' | 'headers' | 'env'>;
type Settings = Record<string, string>;

/**
 * The configuration of the endpoint with the values of its inputs: given values first, then saved values, then the
 * publisher's. Or all faults of the inputs. Saved credentials of `current` are kept only when the configuration leads
 * to the same origin or starts the same package.
 */
export function endpointConfigOf(
  endpoint: ServerEndpoint,
  given: Settings,
  current?: ServerConfig,
): { config: EndpointConfig } | { faults: Fault[] } {
  const values = valuesOf(endpoint.inputs, given);
  const [of, field] =
    endpoint.kind === 'stdio' ? ([endpoint.env, 'env'] as const) : ([endpoint.headers, 'headers'] as const);
  const saved = (current && leadsTo(current, endpoint, values) ? current[field] : undefined) ?? {};
  const faults = faultsOf(endpoint.inputs, given, keptInputs(of, given, saved));
  if (faults.length > 0) return { faults };
  const set = merged(field, saved, settings(of, given, values, saved));
  if (endpoint.kind !== 'stdio')
    return {
      config: { transportType: 'http', url: fillTemplate(endpoint.url!, values)!, ...(set && { headers: set }) },
    };
  const args = endpoint.args!.flatMap((words) => {
    const texts = words.map((word) => fillTemplate(word, values));
    return texts.includes(undefined) ? [] : (texts as string[]);
  });
  return {
    config: {
      transportType: 'stdio',
      command: endpoint.command!,
      args,
      ...(set && { env: set }),
    },
  };
}

/** The given value of each name, else the publisher's default. */
function valuesOf(inputs: RegistryInput[], given: Settings): Map<string, string> {
  const values = new Map<string, string>();
  for (const { name, default: fallback } of inputs) {
    const value = ownOf(given, name) ?? values.get(name) ?? fallback;
    if (value !== undefined) values.set(name, value);
  }
  return values;
}

/**
 * True when the endpoint leads to the same origin, or starts the same package, as the saved server: saved credentials
 * may go nowhere else.
 */
function leadsTo(
  { transportType, url, command, args = [] }: ServerConfig,
  endpoint: ServerEndpoint,
  values: ReadonlyMap<string, string>,
): boolean {
  if (endpoint.kind !== 'stdio') {
    const next = URL.parse(fillTemplate(endpoint.url!, values) ?? '');
    return transportType === 'http' && next !== null && next.origin === URL.parse(url ?? '')?.origin;
  }
  const { packageName } = endpoint;
  return (
    transportType === 'stdio' &&
    command === endpoint.command &&
    args.some(
      (word) => word === packageName || word.startsWith(`${packageName}@`) || word.startsWith(`${packageName}:`),
    )
  );
}

/** A setting keeps its saved value when the caller gives none of its variables. */
const isKept = ({ name, value: { variables } }: EndpointSetting, given: Settings, saved: WrittenValues): boolean =>
  variables.length > 0 &&
  !variables.some((each) => ownOf(given, each) !== undefined) &&
  ownOf(saved, name) !== undefined;

const keptInputs = (of: EndpointSetting[], given: Settings, saved: WrittenValues): ReadonlySet<string> =>
  new Set(of.filter((setting) => isKept(setting, given, saved)).flatMap(({ value }) => value.variables));

const settings = (
  of: EndpointSetting[],
  given: Settings,
  values: ReadonlyMap<string, string>,
  saved: WrittenValues,
): WrittenValues =>
  Object.fromEntries(
    of.flatMap((setting): [string, WrittenValues[string]][] => {
      const text = isKept(setting, given, saved) ? saved[setting.name] : fillTemplate(setting.value, values);
      return text === undefined ? [] : [[setting.name, text]];
    }),
  );

/**
 * The new settings merged over the saved ones, so that settings added by hand stay. Names of headers are
 * case-insensitive. Undefined when there are none.
 */
function merged(field: 'headers' | 'env', saved: WrittenValues, set: WrittenValues): WrittenValues | undefined {
  const fold = (name: string) => (field === 'headers' ? name.toLowerCase() : name);
  const names = new Set(Object.keys(set).map(fold));
  const all = Object.entries({
    ...Object.fromEntries(Object.entries(saved).filter(([name]) => !names.has(fold(name)))),
    ...set,
  });
  return all.length > 0 ? Object.fromEntries(all) : undefined;
}

/** The first fault of every input name, over all places that would use its value. */
function faultsOf(inputs: RegistryInput[], given: Settings, kept: ReadonlySet<string>): Fault[] {
  const names = new Set(inputs.map(({ name }) => name));
  const unknown = Object.keys(given)
    .filter((name) => !names.has(name))
    .map((name) => fault(name, 'is not an input of this endpoint'));
  const fallbacks = new Set(inputs.flatMap(({ name, default: fallback }) => (fallback === undefined ? [] : [name])));
  return [
    ...unknown,
    ...[...names].flatMap((name) =>
      inputs
        .filter((input) => input.name === name)
        .flatMap(({ in: place, isRequired, isSecret, choices }) => {
          const value = ownOf(given, name);
          const isReadable = place === 'url' || place === 'argument';
          if (value === undefined)
            return isRequired && !fallbacks.has(name) && (isReadable || !kept.has(name))
              ? [fault(name, 'is required')]
              : [];
          if (choices && !choices.includes(value)) return [fault(name, `is one of ${choices.join(', ')}`)];
          if (isSecret && isReadable)
            return [fault(name, 'is a secret, and would stand where every member can read it')];
          return [];
        })
        .slice(0, 1),
    ),
  ];
}

const fault = (name: string, message: string): Fault => ({
  path: `/inputs/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
  message,
});
