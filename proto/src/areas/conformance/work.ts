import { Type, type Static } from 'typebox';
import { open } from '../../schema.ts';
import { Checks, ConformanceSuite, ScenarioStatus } from './check.ts';

/** The suite that runners hold servers against. */
export const CONFORMANCE_ENGINE = { name: '@modelcontextprotocol/conformance', version: '0.1.16' };

/** What the suite calls the folder of a scenario: its name and the time. */
const FOLDER = /^(?:server-)?(\S+?)-\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}-\d+Z$/;
const LONGEST_PATH = 500;

/** Which scenario a file of the suite's output is about, by the path; those of a client's authorization are not about the protocol. */
export function scenarioOfFile(path: string): { suite: ConformanceSuite; scenario: string } | undefined {
  if (path.length > LONGEST_PATH) return undefined;
  const [file, folder = '', group] = path.split('/').toReversed();
  const [, scenario] = FOLDER.exec(folder) ?? [];
  if (file !== 'checks.json' || scenario === undefined) return undefined;
  return group === 'auth' ? { suite: 'oauth', scenario: `auth/${scenario}` } : { suite: 'protocol', scenario };
}

/** What a runner is asked to hold a server against: the input of a job of kind `conformance`. */
export type ConformanceTask = Static<typeof ConformanceTask>;
export const ConformanceTask = open({
  version: Type.Literal(1),
  server: open({ id: Type.String(), name: Type.String() }),
  suites: Type.Array(ConformanceSuite),
  /** Of the engine; a runner that has another one leaves the task to others. */
  engineVersion: Type.String(),
  /** Only the scenarios of this revision, where it is given. */
  protocolVersion: Type.Optional(Type.String()),
});

/** What one scenario came to. */
export type ScenarioResult = Static<typeof ScenarioResult>;
export const ScenarioResult = open({
  suite: ConformanceSuite,
  scenario: Type.String(),
  /** Absent where the checks tell. */
  status: Type.Optional(ScenarioStatus),
  /** Why it is not applicable, or could not run. */
  reason: Type.Optional(Type.String()),
  checks: Checks,
});

/** What a runner answers to it. */
export type ConformanceOutput = Static<typeof ConformanceOutput>;
export const ConformanceOutput = open({
  version: Type.Literal(1),
  /** Suites that were asked for and that the engine has no scenarios for, or none that this server can be held against. */
  unavailable: Type.Array(open({ suite: ConformanceSuite, reason: Type.String() })),
  scenarios: Type.Array(ScenarioResult),
});
