import type { TProperties, TSchema } from 'typebox';
import { Type } from '@assay/contract/type';
import { isWrite } from '@assay/contract/access';
import { paramsOf, type Operation, type ToolRules } from '@assay/contract/operation';
import { closed, propertiesOf } from '@assay/contract/schema';
import { parameterTexts } from '../openapi/parameter-texts.ts';
import { takesKeyAsHeader } from './tool-request.ts';
import { printToolSchema, type JsonSchema } from './tool-schema.ts';

/** An operation as a tool for agents, in the words of MCP. */
export interface PlatformTool {
  operation: Operation;
  rules: ToolRules;
  name: string;
  title: string;
  description: string;
  inputSchema: JsonSchema & { type: 'object' };
  outputSchema: JsonSchema & { type: 'object' };
  annotations: {
    title: string;
    readOnlyHint: boolean;
    destructiveHint: boolean;
    idempotentHint: boolean;
    openWorldHint: boolean;
  };
}

/** The longest input and output schema of a tool, in characters: a model reads the tools with every request. */
const [MAX_INPUT_CHARS, MAX_OUTPUT_CHARS] = [8_000, 1_200];
/** The longest description of a tool, in characters; further paragraphs stand in the API reference. */
const MAX_TEXT_CHARS = 1_200;

/** The parameter that a caller of one project does not give. */
const PROJECT = 'projectId';

/** The operations that agents may use, as tools. In one project, `projectId` is not asked for. */
export const platformTools = (operations: Operation[], inProject: boolean): PlatformTool[] =>
  operations
    .filter(({ tool, path }) => tool !== undefined && (!inProject || paramsOf(path).includes(PROJECT)))
    .map((operation) => toolOf(operation, inProject));

function toolOf(operation: Operation, inProject: boolean): PlatformTool {
  const { id: name, summary: title, tool, method, reachesOut = false } = operation;
  const rules = typeof tool === 'object' ? tool : {};
  const writes = isWrite(operation);
  return {
    operation,
    rules,
    name,
    title,
    description: textOf(operation),
    inputSchema: printToolSchema(inputOf(operation, inProject), {
      maxChars: MAX_INPUT_CHARS,
      described: true,
    }) as PlatformTool['inputSchema'],
    outputSchema: printToolSchema(operation.reply, {
      maxChars: MAX_OUTPUT_CHARS,
      described: false,
    }) as PlatformTool['outputSchema'],
    annotations: {
      title,
      readOnlyHint: !writes,
      destructiveHint: writes && (method !== 'POST' || rules.proposed?.kind === 'cancel'),
      idempotentHint: !writes || method !== 'POST',
      openWorldHint: reachesOut,
    },
  };
}

function textOf({ summary, description = '' }: Operation): string {
  let text = summary;
  for (const paragraph of description.split('\n\n')) {
    if (text.length + paragraph.length + 2 > MAX_TEXT_CHARS) break;
    if (paragraph !== '') text += `\n\n${paragraph}`;
  }
  return text;
}

/** Path parameters, input and idempotency key as one closed object. */
function inputOf(operation: Operation, inProject: boolean): TSchema {
  const { path, input, id } = operation;
  const given = propertiesOf(input);
  const params = paramsOf(path).filter((name) => !(inProject && name === PROJECT));
  const twice = params.find((name) => name in given);
  if (twice !== undefined) throw new Error(`The tool ${id} would have two parameters ${twice}.`);
  return closed({
    ...Object.fromEntries(params.map((name) => [name, Type.String({ description: parameterTexts[name] ?? '' })])),
    ...(given as TProperties),
    ...(takesKeyAsHeader(operation) && {
      idempotencyKey: Type.Optional(
        Type.String({ description: 'A repeated call with the same key answers what the first one did.' }),
      ),
    }),
  });
}
