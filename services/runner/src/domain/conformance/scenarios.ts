import type { ConformanceArea } from '@assay/contract/areas/conformance/check';

/** The parts of a server that a scenario needs; most scenarios are written for the suite's own test server. */
export interface ConformanceScenario {
  name: string;
  /** The scenario is part of 2025-11-25, and of no older revision. */
  isNew?: true;
  capability?: 'tools' | 'resources' | 'prompts' | 'logging' | 'completions';
  tool?: string;
  prompt?: string;
  resource?: string;
  template?: string;
  /** The scenario is about servers on the user's own machine, without TLS and without authorization. */
  isLocal?: true;
  /** The scenario needs a server whose resources can be subscribed to. */
  subscribes?: true;
}

/** The scenarios for servers of `CONFORMANCE_ENGINE`, in its order. */
export const CONFORMANCE_SCENARIOS: ConformanceScenario[] = [
  { name: 'server-initialize' },
  { name: 'logging-set-level', capability: 'logging' },
  { name: 'ping' },
  { name: 'completion-complete', capability: 'completions', prompt: 'test_prompt_with_arguments' },
  { name: 'tools-list', capability: 'tools' },
  { name: 'tools-call-simple-text', tool: 'test_simple_text' },
  { name: 'tools-call-image', tool: 'test_image_content' },
  { name: 'tools-call-audio', tool: 'test_audio_content' },
  { name: 'tools-call-embedded-resource', tool: 'test_embedded_resource' },
  { name: 'tools-call-mixed-content', tool: 'test_multiple_content_types' },
  { name: 'tools-call-with-logging', tool: 'test_tool_with_logging' },
  { name: 'tools-call-error', tool: 'test_error_handling' },
  { name: 'tools-call-with-progress', tool: 'test_tool_with_progress' },
  { name: 'tools-call-sampling', tool: 'test_sampling' },
  { name: 'tools-call-elicitation', tool: 'test_elicitation' },
  { name: 'json-schema-2020-12', isNew: true, tool: 'json_schema_2020_12_tool' },
  { name: 'elicitation-sep1034-defaults', isNew: true, tool: 'test_elicitation_sep1034_defaults' },
  { name: 'server-sse-polling', isNew: true, tool: 'test_reconnection' },
  { name: 'server-sse-multiple-streams', isNew: true, capability: 'tools' },
  { name: 'elicitation-sep1330-enums', isNew: true, tool: 'test_elicitation_sep1330_enums' },
  { name: 'resources-list', capability: 'resources' },
  { name: 'resources-read-text', resource: 'test://static-text' },
  { name: 'resources-read-binary', resource: 'test://static-binary' },
  { name: 'resources-templates-read', template: 'test://template/{id}/data' },
  { name: 'resources-subscribe', subscribes: true, resource: 'test://watched-resource' },
  { name: 'resources-unsubscribe', subscribes: true, resource: 'test://watched-resource' },
  { name: 'prompts-list', capability: 'prompts' },
  { name: 'prompts-get-simple', prompt: 'test_simple_prompt' },
  { name: 'prompts-get-with-args', prompt: 'test_prompt_with_arguments' },
  { name: 'prompts-get-embedded-resource', prompt: 'test_prompt_with_embedded_resource' },
  { name: 'prompts-get-with-image', prompt: 'test_prompt_with_image' },
  { name: 'dns-rebinding-protection', isNew: true, isLocal: true },
];

/** The newest revision that the scenarios of the official suite are about. */
export const NEWEST_OFFICIAL_REVISION = '2025-11-25';

/** The scenarios of the official suite for one revision, or all of them. */
export const scenariosOf = (protocolVersion: string | undefined): ConformanceScenario[] =>
  CONFORMANCE_SCENARIOS.filter(
    ({ isNew }) => !isNew || protocolVersion === undefined || protocolVersion >= NEWEST_OFFICIAL_REVISION,
  );

/** The area of an official scenario, by the beginning of its name. */
const AREAS: [beginning: string, area: ConformanceArea][] = [
  ['dns-rebinding', 'security'],
  ['server-sse', 'http'],
  ['server-initialize', 'lifecycle'],
  ['ping', 'lifecycle'],
  ['logging', 'messages'],
  ['elicitation', 'messages'],
];
export const officialArea = (name: string): ConformanceArea =>
  AREAS.find(([beginning]) => name.startsWith(beginning))?.[1] ?? 'items';
