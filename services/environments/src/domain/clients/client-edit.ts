import type { ClientConfig } from '@assay/contract/areas/clients/config';
import type { ClientImpact, CreateClient, UpdateClient } from '@assay/contract/areas/clients/documents';
import { canonicalJson } from '@assay/contract/canonical';
import type { Fault } from '@assay/contract/fault';
import { conflict, type Problem } from '@assay/contract/problem';
import type { StoredClient } from './client-record.ts';
import { changedConfig, clientConfigOf, configFault } from './client-config.ts';
import { templateConfig } from './client-templates.ts';

/** The first rule that a new client breaks and that its schema cannot express. */
export function newClientFault({ template, theme, config }: CreateClient): Fault | undefined {
  if (template !== undefined && config) return { path: '/config', message: 'contradicts /template: send one of them' };
  if (template === undefined && !config) return { path: '/template', message: 'is required, unless there is /config' };
  if (theme !== undefined && config)
    return { path: '/theme', message: 'goes with /template; settings have it in /config/hostContext' };
  return config && configFault(config, '/config');
}

/** The settings of a new client without faults. */
export const newClientConfig = ({ template, theme, config }: CreateClient): ClientConfig =>
  config ? clientConfigOf(config) : templateConfig(template!, theme);

/** The first rule that an edit breaks and that its schema cannot express. */
export function clientEditFault({
  name,
  config,
  set,
  expectedName,
  expectedConfigId,
}: UpdateClient): Fault | undefined {
  if (name === undefined && !config && !set) return { path: '', message: 'must have name, config or set' };
  if (config && set) return { path: '/set', message: 'contradicts /config: send one of them' };
  if (name !== undefined && expectedName === undefined)
    return { path: '/expectedName', message: 'is required with /name: send the name that you read' };
  if ((config ?? set) && expectedConfigId === undefined)
    return { path: '/expectedConfigId', message: 'is required with /config and /set: send the configId that you read' };
  return (config && configFault(config, '/config')) ?? (set && configFault(set, '/set'));
}

/** The states that the author of an edit has read. */
export type ExpectedState = Pick<UpdateClient, 'expectedName' | 'expectedConfigId' | 'expectedImpact'>;

/** The CONFLICT of an edit of a state that is no longer present; undefined when it is. */
export function staleClientProblem(
  { name, version: { configId } }: StoredClient,
  impact: ClientImpact,
  { expectedName, expectedConfigId, expectedImpact }: ExpectedState,
): Problem | undefined {
  const current = {
    ...(expectedName !== undefined && expectedName !== name && { currentName: name }),
    ...(expectedConfigId !== undefined && expectedConfigId !== configId && { currentConfigId: configId }),
    ...(expectedImpact && canonicalJson(expectedImpact) !== canonicalJson(impact) && { currentImpact: impact }),
  };
  return Object.keys(current).length === 0
    ? undefined
    : conflict('The client, or its use, changed since you read it: read it again, then decide.', current);
}

/** The settings after an edit. */
export const editedConfig = (current: ClientConfig, { config, set }: UpdateClient): ClientConfig => {
  if (config) return clientConfigOf(config);
  return set ? changedConfig(current, set) : current;
};

const MAX_NAME_CHARS = 200;
const MAX_COPIES = 50;

/** Names for a copy of a client, the preferred one first. */
export const copyNames = (name: string): string[] =>
  Array.from({ length: MAX_COPIES }, (_, i) => {
    const suffix = i === 0 ? ' copy' : ` copy ${i + 1}`;
    return `${Array.from(name)
      .slice(0, MAX_NAME_CHARS - suffix.length)
      .join('')
      .trimEnd()}${suffix}`;
  });
