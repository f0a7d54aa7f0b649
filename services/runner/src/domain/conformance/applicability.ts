import type { Surface } from '@assay/contract/areas/surfaces/documents';
import type { ConformanceScenario } from './scenarios.ts';

/** Facts about the server that are known before the suite runs. */
export interface ServerFacts {
  /** Undefined when the lists of the server could not be read. */
  surface: Surface | undefined;
  /** The server listens on this machine, speaks plain HTTP and asks for no credential. */
  isLocal: boolean;
}

/** The status and the reason of a scenario that is not run. */
export interface ScenarioSkip {
  status: 'notApplicable' | 'couldNotRun';
  reason: string;
}

/** The reason why a scenario would say nothing about the server; undefined when it applies. */
export function scenarioSkip(
  scenario: ConformanceScenario,
  { surface, isLocal }: ServerFacts,
): ScenarioSkip | undefined {
  const { capability, tool, prompt, resource, template, subscribes } = scenario;
  if (scenario.isLocal && !isLocal)
    return notApplicable("It is about servers on one's own machine, without TLS and without credentials.");
  if (!(capability ?? tool ?? prompt ?? resource ?? template ?? subscribes)) return undefined;
  if (!surface) return LISTS_UNREAD;
  if (capability && !surface.capabilities[capability])
    return notApplicable(`The server does not declare ${capability}.`);
  if (subscribes && !(surface.capabilities['resources'] as { subscribe?: boolean } | undefined)?.subscribe)
    return notApplicable('The server does not declare subscriptions to resources.');
  const lacks = (what: string, wanted: string | undefined, offered: unknown[]) =>
    wanted === undefined || offered.includes(wanted)
      ? undefined
      : notApplicable(`The server has no ${what} ${wanted}.`);
  return (
    lacks(
      'tool',
      tool,
      surface.tools.map(({ name }) => name),
    ) ??
    lacks(
      'prompt',
      prompt,
      surface.prompts.map(({ name }) => name),
    ) ??
    lacks(
      'resource',
      resource,
      surface.resources.map(({ uri }) => uri),
    ) ??
    lacks(
      'resource template',
      template,
      surface.resourceTemplates.map(({ uriTemplate }) => uriTemplate),
    )
  );
}

export const LISTS_UNREAD: ScenarioSkip = {
  status: 'couldNotRun',
  reason: 'The lists of the server could not be read.',
};

export const notApplicable = (reason: string): ScenarioSkip => ({ status: 'notApplicable', reason });
