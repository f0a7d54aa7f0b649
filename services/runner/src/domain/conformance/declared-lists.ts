import { isObject } from '@assay/contract/json';
import type { ScenarioFacts } from './protocol-scenario.ts';

/** A list of a server, with the capability that it belongs to. */
export interface PrimitiveList {
  capability: 'tools' | 'prompts' | 'resources';
  method: string;
  key: string;
  identity: string;
}

export const PRIMITIVE_LISTS: PrimitiveList[] = [
  { capability: 'tools', method: 'tools/list', key: 'tools', identity: 'name' },
  { capability: 'prompts', method: 'prompts/list', key: 'prompts', identity: 'name' },
  { capability: 'resources', method: 'resources/list', key: 'resources', identity: 'uri' },
];

/** Whether the server declares a capability. */
export const declares = ({ surface }: ScenarioFacts, capability: string): boolean =>
  isObject(surface?.capabilities[capability]);

/** The reason why a rule about a capability says nothing about the server. */
export const lacksCapability =
  (capability: string) =>
  (facts: ScenarioFacts): string | undefined =>
    declares(facts, capability) ? undefined : `The server does not declare ${capability}.`;

/** The lists of the capabilities that the server declares. */
export const declaredLists = (facts: ScenarioFacts): PrimitiveList[] =>
  PRIMITIVE_LISTS.filter(({ capability }) => declares(facts, capability));

/** The reason why a rule about lists says nothing about the server. */
export const lacksLists = (facts: ScenarioFacts): string | undefined =>
  declaredLists(facts).length === 0 ? 'The server declares no tools, prompts or resources.' : undefined;
