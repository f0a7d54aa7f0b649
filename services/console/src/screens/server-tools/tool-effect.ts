import type { ItemOf } from '../../data/operations.ts';

/** A tool as its server lists it. */
export type ListedTool = ItemOf<'listTools'>;

/** The effect of a tool, by the annotations of its server; undefined where these say nothing. */
export function effectOf(tool: ListedTool): 'reads' | 'writes' | 'destroys' | undefined {
  const annotations = (tool as { annotations?: unknown }).annotations;
  if (typeof annotations !== 'object' || annotations === null) return undefined;
  const { readOnlyHint, destructiveHint } = annotations as Record<string, unknown>;
  if (readOnlyHint === true) return 'reads';
  if (destructiveHint === true) return 'destroys';
  return destructiveHint === false ? 'writes' : undefined;
}

/** Whether a result of the tool has a widget. */
export function hasWidget({ _meta: meta }: ListedTool): boolean {
  const ui = meta?.['ui'] as { resourceUri?: unknown } | undefined;
  return typeof (ui?.resourceUri ?? meta?.['ui/resourceUri'] ?? meta?.['openai/outputTemplate']) === 'string';
}
