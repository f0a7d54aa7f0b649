import type { ServerInventory } from '@assay/contract/documents/transcript';
import { isObject } from '../canonical.ts';
import { annotationsOf, declaredTools, isDeprecated, type DeclaredTool } from '../declarations.ts';
import { listed } from '../quote.ts';
import { verdictOf, type Verdict } from '../verdict.ts';
import { declared, type Rows } from './row.ts';

type Types =
  | 'toolDescriptionsPresent' | 'toolAnnotationsPresent' | 'toolNamesUnique' | 'noDeprecatedToolExposed'
  | 'toolInputSchemasWellFormed' | 'toolOutputSchemasPresent';

/** Characters a description needs to say anything. */
const MIN_DESCRIPTION = 20;

/** Passes when no declared tool has a fault, also when no tool is declared at all. */
function everyTool(inventory: ServerInventory[], faultOf: (tool: DeclaredTool) => string | undefined): Verdict {
  const tools = declaredTools(inventory);
  const faults = tools.flatMap((tool) => {
    const fault = faultOf(tool);
    return fault === undefined ? [] : [`${tool.name} ${fault}`];
  });
  return verdictOf(faults.length === 0, `All of ${tools.length} tools are in order.`, `${faults.length} of ${tools.length} tools: ${listed(faults)}.`);
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

function inputSchemaFault({ inputSchema }: Record<string, unknown>): string | undefined {
  if (!isObject(inputSchema)) return 'declares no input schema';
  if (inputSchema.type !== 'object') return 'has an input schema whose root is not an object';
  const properties = isObject(inputSchema.properties) ? Object.entries(inputSchema.properties) : [];
  const undescribed = properties.filter(([, schema]) => !isObject(schema) || textOf(schema.description) === '').map(([name]) => name);
  return undescribed.length > 0 ? `does not describe its parameter ${undescribed[0]}` : undefined;
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

export const discovery: Rows<Types> = {
  toolDescriptionsPresent: {
    doc: 'Every declared tool has a description of at least `minLength` characters.',
    stage: 'discovery',
    readsInventory: true,
    evaluate: declared(({ minLength = MIN_DESCRIPTION }, inventory) =>
      everyTool(inventory, ({ declaration }) => {
        const { length } = textOf(declaration.description);
        return length < minLength ? `has a description of ${length} characters, ${minLength} are wanted` : undefined;
      })),
  },
  toolAnnotationsPresent: {
    doc: 'Every declared tool has annotations, and states each required one.',
    stage: 'discovery',
    readsInventory: true,
    evaluate: declared(({ require = [] }, inventory) => everyTool(inventory, ({ declaration }) => annotationsFault(declaration, require))),
  },
  toolNamesUnique: {
    doc: 'No server declares two tools of one name.',
    stage: 'discovery',
    readsInventory: true,
    evaluate: declared((_, inventory) => everyTool(inventory, nameTwice())),
  },
  noDeprecatedToolExposed: {
    doc: 'No declared tool describes itself as deprecated.',
    stage: 'discovery',
    readsInventory: true,
    evaluate: declared((_, inventory) => everyTool(inventory, ({ declaration }) => (isDeprecated(declaration) ? 'is deprecated' : undefined))),
  },
  toolInputSchemasWellFormed: {
    doc: 'Every input schema is an object whose parameters are described.',
    stage: 'call',
    readsInventory: true,
    evaluate: declared((_, inventory) => everyTool(inventory, ({ declaration }) => inputSchemaFault(declaration))),
  },
  toolOutputSchemasPresent: {
    doc: 'Every declared tool has an output schema.',
    stage: 'response',
    readsInventory: true,
    evaluate: declared((_, inventory) => everyTool(inventory, ({ declaration }) => (isObject(declaration.outputSchema) ? undefined : 'declares no output schema'))),
  },
};
