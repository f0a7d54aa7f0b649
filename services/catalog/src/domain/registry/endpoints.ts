import type { RegistryInput } from '@assay/contract/areas/registry/documents';
import { packageEndpoint } from './package.ts';
import type { ServerEndpoint } from './endpoint.ts';
import { inputOf, settingsOf } from './inputs.ts';
import { objectOf, objectsOf, ownOf, textOf } from '../untrusted.ts';
import { urlFault } from '../web-address.ts';

const MAX_ENDPOINTS = 50;
const VARIABLE = /\{([^{}]+)\}/g;

/**
 * The installable endpoints: remotes before packages, in the publisher's order. Endpoints that cannot be reached or
 * started from here are left out.
 */
export function endpointsOf({ remotes, packages }: Record<string, unknown>): ServerEndpoint[] {
  return [
    ...objectsOf(remotes, MAX_ENDPOINTS).map((remote, i) => remoteEndpoint(`remote:${i}`, remote)),
    ...objectsOf(packages, MAX_ENDPOINTS).map((each, i) => packageEndpoint(`package:${i}`, each)),
  ]
    .filter((endpoint) => endpoint !== undefined)
    .map((endpoint) => ({ ...endpoint, inputs: agreed(endpoint.inputs) }))
    .filter(({ inputs }) => !inputs.some(cannotBeKept));
}

/** Inputs of one name share one value, so an input that is secret or required in one place is so in all of them. */
const agreed = (inputs: RegistryInput[]): RegistryInput[] =>
  inputs.map((input) => {
    const same = inputs.filter(({ name }) => name === input.name);
    return {
      ...input,
      isRequired: same.some(({ isRequired }) => isRequired),
      isSecret: same.some(({ isSecret }) => isSecret),
    };
  });

/** A required secret in an address or an argument: every member can read these, so the secret cannot be kept there. */
const cannotBeKept = ({ isRequired, isSecret, in: place }: RegistryInput): boolean =>
  isRequired && isSecret && (place === 'url' || place === 'argument');

function remoteEndpoint(id: string, remote: Record<string, unknown>): ServerEndpoint | undefined {
  // The first revisions of server.json use this name.
  const kind = remote.type ?? remote.transport_type;
  const text = textOf(remote.url, 2_048);
  if ((kind !== 'streamable-http' && kind !== 'sse') || text === undefined) return undefined;
  const variables = [...new Set([...text.matchAll(VARIABLE)].map(([, name]) => name!))];
  if (variables.length === 0 && urlFault('/url', text)) return undefined;
  const described = objectOf(remote.variables);
  const ofUrl = variables.map((name) => ({ ...inputOf(name, 'url', ownOf(described, name)), isRequired: true }));
  const headers = settingsOf(remote.headers, 'header');
  const [one, another] = ['a', 'b'].map((value) => URL.parse(text.replaceAll(VARIABLE, value))?.origin);
  return {
    id,
    kind,
    url: { text, variables },
    headers: headers.settings,
    env: [],
    destination: one === another && one !== 'null' ? one : undefined,
    inputs: [...ofUrl, ...headers.inputs],
  };
}
