import { escapeHtml } from '@assay/page/page';
import { fieldsOf, typeOf, type PrintedSchema, type PrintedSchemas, type SchemaField } from './schema-fields.ts';

/** An operation as `openapi.json` prints it. */
export interface PrintedOperation {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  deprecated?: boolean;
  security?: unknown[];
  parameters?: { name: string; in: string; required?: boolean; description?: string; schema: PrintedSchema }[];
  requestBody?: { content: Record<string, PrintedContent> };
  responses: Record<string, { description?: string; content?: Record<string, PrintedContent> }>;
}

interface PrintedContent {
  schema?: PrintedSchema;
  example?: unknown;
}

/** An operation with its place. */
export interface PlacedOperation extends PrintedOperation {
  method: string;
  /** The whole path, such as `/api/v1/projects/{projectId}`. */
  path: string;
}

/** The text of a description: code between backticks, everything else as it is. */
const prose = (text: string): string => escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');

/** One operation of the reference: what it does, its parameters, its body, its answer and its refusals. */
export function operationSection(operation: PlacedOperation, schemas: PrintedSchemas): string {
  const {
    operationId,
    summary,
    description,
    method,
    path,
    parameters = [],
    requestBody,
    responses,
    deprecated,
  } = operation;
  const given: SchemaField[] = parameters.map(
    ({ name, in: place, required = false, description: about = '', schema }) => ({
      name: `${name} (${place})`,
      type: typeOf(schema, schemas),
      isRequired: required,
      description: about,
    }),
  );
  const answers = Object.entries(responses);
  const [status, success] = answers.find(([code]) => code.startsWith('2') || code.startsWith('3')) ?? [];
  const refusals = answers.filter(([code]) => Number(code) >= 400).map(([code]) => code);
  const body = contentOf(requestBody?.content);
  const reply = contentOf(success?.content);
  return [
    `<section id="${operationId}"><h2>${escapeHtml(summary)}</h2>`,
    `<p class="call"><b>${method}</b> <code>${escapeHtml(path)}</code> <a href="#${operationId}">${operationId}</a>${deprecated ? ' <span>deprecated</span>' : ''}</p>`,
    description === undefined ? '' : `<p>${prose(description)}</p>`,
    fieldTable('Parameters', given),
    fieldTable('Body', body?.schema ? fieldsOf(body.schema, schemas) : []),
    fieldTable(`Answer ${status ?? ''}`, reply?.schema ? fieldsOf(reply.schema, schemas) : []),
    exampleOf(reply?.example),
    refusals.length === 0 ? '' : `<p class="refusals">Refusals: ${refusals.join(', ')}</p>`,
    '</section>',
  ].join('');
}

const contentOf = (content: Record<string, PrintedContent> | undefined): PrintedContent | undefined =>
  content && (content['application/json'] ?? Object.values(content)[0]);

function fieldTable(title: string, fields: readonly SchemaField[]): string {
  if (fields.length === 0) return '';
  const rows = fields.map(
    ({ name, type, isRequired, description }) =>
      `<tr><td><code>${escapeHtml(name)}</code>${isRequired ? ' <b>required</b>' : ''}</td><td>${escapeHtml(type)}</td><td>${prose(description)}</td></tr>`,
  );
  return `<details open><summary>${escapeHtml(title)}</summary><table>${rows.join('')}</table></details>`;
}

const exampleOf = (example: unknown): string =>
  example === undefined
    ? ''
    : `<details><summary>Example of the answer</summary><pre>${escapeHtml(JSON.stringify(example, undefined, 2))}</pre></details>`;
