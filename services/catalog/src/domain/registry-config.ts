import type { Fault } from './fault.ts';
import type { Endpoint } from './registry-endpoints.ts';
import { filled, type Setting } from './registry-inputs.ts';
import type { Credentials, ServerConfig } from './server-config.ts';

/** The part of a saved server's configuration that an endpoint decides. */
export type EndpointConfig = Pick<ServerConfig, 'transportType' | 'url' | 'command' | 'args' | 'headers' | 'env'>;

/** The endpoint with the values of its inputs: those given, else those saved before, else the publisher's. Or all that is wrong with them. */
export function configOf(endpoint: Endpoint, given: Record<string, string>, saved: Credentials): { config: EndpointConfig } | { faults: Fault[] } {
  const faults = faultsOf(endpoint, given, saved);
  if (faults.length > 0) return { faults };
  const values = new Map(endpoint.inputs.flatMap(({ name, default: fallback }) => {
    const value = given[name] ?? fallback;
    return value === undefined ? [] : [[name, value] as const];
  }));
  if (endpoint.kind !== 'stdio') {
    const headers = settings(endpoint.headers, given, values, saved.headers);
    return { config: { transportType: 'http', url: filled(endpoint.url!, values)!, ...(headers && { headers }) } };
  }
  const env = settings(endpoint.env, given, values, saved.env);
  const args = endpoint.args!.flatMap((words) => {
    const texts = words.map((word) => filled(word, values));
    return texts.includes(undefined) ? [] : texts as string[];
  });
  return { config: { transportType: 'stdio', command: endpoint.command!, args, ...(env && { env }) } };
}

/** The value of a setting that the caller says nothing about stays as it is saved. */
function settings(of: Setting[], given: Record<string, string>, values: ReadonlyMap<string, string>, saved: Record<string, string> = {}): Record<string, string> | undefined {
  const set = of.flatMap(({ name, value }): [string, string][] => {
    const isSaid = value.variables.length === 0 || value.variables.some((each) => given[each] !== undefined);
    const text = (isSaid ? undefined : saved[name]) ?? filled(value, values);
    return text === undefined ? [] : [[name, text]];
  });
  return set.length > 0 ? Object.fromEntries(set) : undefined;
}

function faultsOf({ inputs, headers, env }: Endpoint, given: Record<string, string>, saved: Credentials): Fault[] {
  const kept = new Set([...headers.filter(({ name }) => saved.headers?.[name] !== undefined), ...env.filter(({ name }) => saved.env?.[name] !== undefined)].flatMap(({ value }) => value.variables));
  const known = new Map(inputs.map((input) => [input.name, input]));
  const unknown = Object.keys(given).filter((name) => !known.has(name)).map((name) => fault(name, 'is no input of this endpoint'));
  return [...unknown, ...[...known.values()].flatMap(({ name, in: place, isRequired, isSecret, choices, default: fallback }) => {
    const value = given[name];
    if (value === undefined) return isRequired && fallback === undefined && !kept.has(name) ? [fault(name, 'is required')] : [];
    if (choices && !choices.includes(value)) return [fault(name, `is one of ${choices.join(', ')}`)];
    if (isSecret && (place === 'url' || place === 'argument')) return [fault(name, 'is a secret, and would stand where every member can read it')];
    return [];
  })];
}

const fault = (name: string, message: string): Fault => ({ path: `/inputs/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, message });
