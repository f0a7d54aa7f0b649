import type { DraftIssue } from '@assay/contract/areas/authoring/drafts';
import type { EvalAssertion } from '@assay/contract/areas/cases/assertion';
import type { EvalTestStep, StepAssertion } from '@assay/contract/areas/cases/step';
import type { ServerInventory } from '@assay/contract/areas/servers/inventory';
import { isObject } from '@assay/contract/json';
import { isSameName } from '@assay/contract/normal-name';
import type { ComputeBudget } from '@assay/grading/compute-budget';
import { schemaViolation } from '@assay/grading/json-schema';
import { isPlaceholder } from '@assay/grading/matching/match-arguments';
import { SchemaError } from '@assay/grading/schema-guard';
import { draftIssue, type DraftedCase } from './issue.ts';

/** The declared tools of the servers, and the budget for checking drafts against their schemas. */
export interface DeclaredTools {
  inventory: readonly ServerInventory[];
  budget: ComputeBudget;
}

type Tool = Record<string, unknown>;

/**
 * Tools that no server declares, servers that the suite does not have, arguments that a tool's input schema refuses,
 * and destructive calls.
 */
export function toolIssues(
  { steps, checks }: Pick<DraftedCase, 'steps' | 'checks'>,
  declared: DeclaredTools,
): DraftIssue[] {
  const inSteps = steps.flatMap((step) => {
    switch (step.kind) {
      case 'toolCall':
        return callIssues(step, declared);
      case 'interact':
        return unknownTools([step.toolName], declared, step.id);
      case 'assert':
        return assertionIssues(step.assertion, declared, step.id);
      case 'prompt':
        return [];
    }
  });
  return [...inSteps, ...(checks?.list ?? []).flatMap((assertion) => assertionIssues(assertion, declared))];
}

function callIssues(
  { id, serverName, toolName, arguments: args = {} }: EvalTestStep & { kind: 'toolCall' },
  { inventory, budget }: DeclaredTools,
): DraftIssue[] {
  const server = inventory.find((each) => isSameName(each.serverName, serverName));
  if (!server)
    return [
      draftIssue(
        'unknown_tool',
        `"${serverName}" is not one of the servers (${inventory.map((each) => each.serverName).join(', ')}).`,
        id,
      ),
    ];
  const tool = server.tools.find(({ name }) => name === toolName);
  if (!tool)
    return server.complete
      ? [draftIssue('unknown_tool', `The server "${serverName}" declares no tool "${toolName}".`, id)]
      : [];
  const violation = violationOf(tool.inputSchema, args, budget);
  return [
    ...(violation === undefined
      ? []
      : [
          draftIssue(
            'invalid_arguments',
            `The arguments of "${toolName}" do not fit its input schema: ${violation}.`,
            id,
          ),
        ]),
    ...(isDestructive(tool)
      ? [
          draftIssue(
            'unclear_expectation',
            `"${toolName}" is destructive, as its server declares, and every trial calls it: a person must confirm that this is meant.`,
            id,
          ),
        ]
      : []),
  ];
}

const isDestructive = ({ annotations }: Tool): boolean => isObject(annotations) && annotations.destructiveHint === true;

function assertionIssues(assertion: StepAssertion, declared: DeclaredTools, stepId?: string): DraftIssue[] {
  const unknown = unknownTools(namesIn(assertion), declared, stepId);
  if (unknown.length > 0 || !('type' in assertion) || assertion.type !== 'toolCalledWith') return unknown;
  const tools = declaring(assertion.toolName, declared);
  const violations = tools.map(({ inputSchema }) => expectationViolation(inputSchema, assertion.args, declared.budget));
  // Servers may share a tool's name; the expected call has to fit one of them.
  const [violation] = violations;
  if (violation === undefined || violations.includes(undefined)) return [];
  return [
    draftIssue(
      'invalid_arguments',
      `The arguments that "${assertion.toolName}" is expected to be called with do not fit its input schema: ${violation}.`,
      stepId,
    ),
  ];
}

/** Every tool that an assertion names, under any of the keys for names. */
function namesIn(assertion: StepAssertion): string[] {
  const {
    toolName,
    toolNames = [],
    beforeToolName,
    calledToolName,
  } = assertion as {
    toolName?: string;
    toolNames?: string[];
    beforeToolName?: string;
    calledToolName?: string;
  };
  return [toolName, ...toolNames, beforeToolName, calledToolName].filter((name) => name !== undefined);
}

/** Only complete lists prove that a tool is missing. */
function unknownTools(names: string[], declared: DeclaredTools, stepId: string | undefined): DraftIssue[] {
  if (!declared.inventory.every(({ complete }) => complete)) return [];
  return names
    .filter((name) => declaring(name, declared).length === 0)
    .map((name) => draftIssue('unknown_tool', `No server declares a tool "${name}".`, stepId));
}

const declaring = (name: string, { inventory }: DeclaredTools): Tool[] =>
  inventory.flatMap(({ tools }) => tools.filter((tool) => tool.name === name));

type Expected = (EvalAssertion & { type: 'toolCalledWith' })['args'];

function expectationViolation(
  schema: unknown,
  { args, argumentMatching = 'partial' }: Expected,
  budget: ComputeBudget,
): string | undefined {
  if (argumentMatching === 'ignore') return undefined;
  return argumentMatching === 'exact'
    ? violationOf(schema, args, budget)
    : violationOf(ofSingleKeys(schema), withoutPlaceholders(args), budget);
}

const KEPT = ['$schema', '$defs', 'definitions', 'properties', 'patternProperties', 'additionalProperties'];

/**
 * The part of a schema that applies to each key by itself. A partial expectation leaves keys out, so rules over several
 * keys do not apply.
 */
const ofSingleKeys = (schema: unknown): unknown =>
  isObject(schema) ? Object.fromEntries(KEPT.filter((key) => key in schema).map((key) => [key, schema[key]])) : schema;

const withoutPlaceholders = (args: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(args).filter(([, value]) => !isPlaceholder(value)));

/** A schema that cannot be used, or exceeds the budget, reports no violation. */
function violationOf(schema: unknown, value: unknown, budget: ComputeBudget): string | undefined {
  if (schema === undefined) return undefined;
  try {
    return schemaViolation(schema, value, budget);
  } catch (error) {
    if (error instanceof SchemaError) return undefined;
    throw error;
  }
}
