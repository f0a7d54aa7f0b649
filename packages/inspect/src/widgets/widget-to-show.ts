import type { RenderWidget } from '@assay/contract/areas/widgets/documents';
import type { ListedItem } from '@assay/mcp/requests/pages';
import type { McpSession } from '@assay/mcp/session';

/** A tool call whose widget is to be shown, in a session with its server. */
export interface WidgetToShow {
  session: McpSession;
  tool: ListedItem<'name'>;
  tools: readonly ListedItem<'name'>[];
  result: Record<string, unknown>;
  input: RenderWidget;
  /** Masks texts of the page. */
  mask(text: string): string;
}
