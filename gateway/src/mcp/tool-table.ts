import type { Operation } from '@assay/contract/operation';
import { platformTools, type PlatformTool } from './platform-tools.ts';

const [BEGIN, END] = ['<!-- tools: printed by `npm run generate` -->', '<!-- end of tools -->'];

/** The tools as a table of Markdown, with what their annotations say. */
export const toolTable = (operations: Operation[]): string =>
  [
    '| Tool | Does | Annotations |',
    '|---|---|---|',
    ...platformTools(operations, false).map(
      (tool) => `| \`${tool.name}\` | ${tool.title} | ${annotationsOf(tool).join(', ')} |`,
    ),
  ].join('\n');

function annotationsOf({ annotations, rules: { proposed } }: PlatformTool): string[] {
  const { readOnlyHint, destructiveHint, openWorldHint } = annotations;
  return [
    readOnlyHint ? 'read-only' : destructiveHint ? 'destructive' : 'adds',
    ...(openWorldHint ? ['open world'] : []),
    ...(proposed ? ['proposed by an agent turn'] : []),
  ];
}

/** A page with the table between its two marks. */
export function withToolTable(page: string, table: string): string {
  const [before, rest] = page.split(BEGIN);
  const after = rest?.split(END)[1];
  if (after === undefined) throw new Error('docs/mcp.md has no marks for the table of tools.');
  return `${before}${BEGIN}\n\n${table}\n\n${END}${after}`;
}
