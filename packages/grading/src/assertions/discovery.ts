import type { ServerInventory } from '@assay/contract/areas/servers/inventory';
import { isObject } from '@assay/contract/json';
import type { ComputeBudget } from '../compute-budget.ts';
import { annotationsOf, declaredTools, isDeprecated, type DeclaredTool } from './declarations.ts';
import { listFirst, quoteName } from '../quote.ts';
import { verdictOf, type Verdict } from './verdict.ts';
import { withInventory, type AssertionRows } from './row.ts';

type Types =
  | 'toolDescriptionsPresent'
  | 'toolAnnotationsPresent'
  | 'toolNamesUnique'
  | 'noDeprecatedToolExposed'
  | 'toolInputSchemasWellFormed'
  | 'toolOutputSchemasPresent';

/** The least length of a useful description, in characters. */
const MIN_DESCRIPTION = 20;

/** Cost of checking a tool, of checking one of its parameters, and of trimming a character, in steps. */
const STEPS_PER_TOOL = 100;
const STEPS_PER_PARAMETER = 50;

/** Passes when no declared tool has a fault, also when no tool is declared at all. */
function everyTool(
  inventory: ServerInventory[],
  budget: ComputeBudget,
  expected: string,
  faultOf: (tool: DeclaredTool) => string | undefined,
): Verdict {
  const tools = declaredTools(inventory);
  budget.spend(tools.length * STEPS_PER_TOOL);
  const faults = tools.flatMap((tool) => {
    const fault = faultOf(tool);
    return fault === undefined ? [] : [`${quoteName(tool.name)} ${fault}`];
  });
  return verdictOf(
    faults.length === 0,
    `All of ${tools.length} tools are in order.`,
    `${faults.length} of ${tools.length} tools: ${listFirst(faults, String)}.`,
    () => ({ expected, came: listFirst(faults, String) }),
  );
}

function trimmed(value: unknown, budget: ComputeBudget): string {
  if (typeof value !== 'string') return '';
  budget.spend(value.length);
  return value.trim();
}

function inputSchemaFault({ inputSchema }: Record<string, unknown>, budget: ComputeBudget): string | undefined {
  if (!isObject(inputSchema)) return 'declares no input schema';
  if (inputSchema.type !== 'object') return 'has an input schema whose root is not an object';
  const properties = isObject(inputSchema.properties) ? Object.entries(inputSchema.properties) : [];
  budget.spend(properties.length * STEPS_PER_PARAMETER);
  const undescribed = properties.find(([, schema]) => !isObject(schema) || trimmed(schema.description, budget) === '');
  return undescribed && `does not describe its parameter ${undescribed[0]}`;
}

function annotationsFault(declaration: Record<string, unknown>, required: readonly string[]): string | undefined {
  const annotations = annotationsOf(declaration);
  if (!annotations) return 'declares no annotations';
  const absent = required.find((key) => typeof annotations[key] !== 'boolean');
  return absent && `does not state ${absent}`;
}

function nameTwice(): (tool: DeclaredTool) => string | undefined {
  const seen = new Set<string>();
  return ({ serverId, serverName, name }) => {
    const key = JSON.stringify([serverId, name]);
    if (seen.has(key)) return `is declared twice by ${serverName}`;
    seen.add(key);
    return undefined;
  };
}

export const discoveryAssertions: AssertionRows<Types> = {
  toolDescriptionsPresent: {
    doc: 'Every declared tool has a description of at least `minLength` characters.',
    stage: 'discovery',
    readsInventory: true,
    evaluate: withInventory(({ minLength = MIN_DESCRIPTION }, inventory, _evidence, budget) =>
      everyTool(inventory, budget, `a description of ${minLength} characters for every tool`, ({ declaration }) => {
        const { length } = trimmed(declaration.description, budget);
        return length < minLength ? `has a description of ${length} characters, ${minLength} are required` : undefined;
      }),
    ),
  },
  toolAnnotationsPresent: {
    doc: 'Every declared tool has annotations, and states each required one.',
    stage: 'discovery',
    readsInventory: true,
    evaluate: withInventory(({ require = [] }, inventory, _evidence, budget) =>
      everyTool(inventory, budget, 'annotations of every tool', ({ declaration }) =>
        annotationsFault(declaration, require),
      ),
    ),
  },
  toolNamesUnique: {
    doc: 'No server declares two tools of one name.',
    stage: 'discovery',
    readsInventory: true,
    evaluate: withInventory((_, inventory, _evidence, budget) =>
      everyTool(inventory, budget, 'tools with different names', nameTwice()),
    ),
  },
  noDeprecatedToolExposed: {
    doc: 'No declared tool describes itself as deprecated.',
    stage: 'discovery',
    readsInventory: true,
    evaluate: withInventory((_, inventory, _evidence, budget) =>
      everyTool(inventory, budget, 'no deprecated tool', ({ declaration }) =>
        isDeprecated(declaration, budget) ? 'is deprecated' : undefined,
      ),
    ),
  },
  toolInputSchemasWellFormed: {
    doc: 'Every input schema is an object whose parameters are described.',
    stage: 'call',
    readsInventory: true,
    evaluate: withInventory((_, inventory, _evidence, budget) =>
      everyTool(inventory, budget, 'an input schema with described parameters for every tool', ({ declaration }) =>
        inputSchemaFault(declaration, budget),
      ),
    ),
  },
  toolOutputSchemasPresent: {
    doc: 'Every declared tool has an output schema.',
    stage: 'response',
    readsInventory: true,
    evaluate: withInventory((_, inventory, _evidence, budget) =>
      everyTool(inventory, budget, 'an output schema for every tool', ({ declaration }) =>
        isObject(declaration.outputSchema) ? undefined : 'declares no output schema',
      ),
    ),
  },
};
