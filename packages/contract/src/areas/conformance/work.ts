import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { open } from '../../schema.ts';
import { ConformanceArea, ConformanceChecks, ConformanceSuite, ScenarioStatus } from './check.ts';

/** The conformance suite that runners test servers with. */
export const CONFORMANCE_ENGINE = { name: '@modelcontextprotocol/conformance', version: '0.1.16' };

/** The suite's folder name for a scenario: its name and the time. */
const FOLDER = /^(?:server-)?(\S+?)-\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}-\d+Z$/;
const LONGEST_PATH = 500;

/**
 * The suite and the scenario of an output file, by its path. Scenarios of client authorization belong to the suite
 * `oauth`, all others to `protocol`.
 */
export function scenarioOfFile(path: string): { suite: ConformanceSuite; scenario: string } | undefined {
  if (path.length > LONGEST_PATH) return undefined;
  const [file, folder = '', group] = path.split('/').toReversed();
  const [, scenario] = FOLDER.exec(folder) ?? [];
  if (file !== 'checks.json' || scenario === undefined) return undefined;
  return group === 'auth' ? { suite: 'oauth', scenario: `auth/${scenario}` } : { suite: 'protocol', scenario };
}

/** The input of a work item of kind `conformance`. */
export type ConformanceTask = Static<typeof ConformanceTask>;
export const ConformanceTask = open({
  version: Type.Literal(1),
  server: open({ id: Type.String(), name: Type.String() }),
  suites: Type.Array(ConformanceSuite),
  /** The version of the engine; a runner with another version gives the item back. */
  engineVersion: Type.String(),
  /** If set, only the scenarios of this revision. */
  protocolVersion: Type.Optional(Type.String()),
  /** If set, only these scenarios. */
  scenarios: Type.Optional(Type.Array(Type.String())),
});

/** The result of one scenario. */
export type ScenarioResult = Static<typeof ScenarioResult>;
export const ScenarioResult = open({
  suite: ConformanceSuite,
  scenario: Type.String(),
  /** Absent where the checks decide the status. */
  status: Type.Optional(ScenarioStatus),
  /** Why the scenario is not applicable, or could not run. */
  reason: Type.Optional(Type.String()),
  checks: ConformanceChecks,
  /** The rule, as a sentence. */
  title: Type.Optional(Type.String({ maxLength: 300 })),
  area: Type.Optional(ConformanceArea),
  durationMs: Type.Optional(Type.Number()),
  /** The server could not be reached after this scenario had broken its connection. */
  endedServer: Type.Optional(Type.Literal(true)),
});

/** The output of a work item of kind `conformance`. */
export type ConformanceOutput = Static<typeof ConformanceOutput>;
export const ConformanceOutput = open({
  version: Type.Literal(1),
  scenarios: Type.Array(ScenarioResult),
  /** How long all of it took. */
  durationMs: Type.Optional(Type.Number()),
});
