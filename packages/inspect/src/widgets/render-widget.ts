import type { RenderWidget, WidgetRendering } from '@assay/contract/areas/widgets/documents';
import { notFound } from '@assay/contract/problem';
import { ByteBudget } from '@assay/mcp/transport/byte-budget';
import type { Inspection } from '../inspected-server.ts';

/** Servers may offer user interfaces only to clients that declare MCP Apps. */
const DECLARED = {
  extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } },
};

/**
 * Calls a tool, unless its result is given, and shows its widget.
 * @throws NOT_FOUND for a tool that the server does not list.
 */
export const renderWidget: Inspection<RenderWidget> = async (subject, input): Promise<WidgetRendering> => {
  const { hostStyle = 'assay' } = input;
  if (!subject.showWidget) return { status: 'browser_unavailable', reason: 'This process has no browser.', hostStyle };
  const { clientCapabilities } = subject.target;
  const session = await subject.connect({
    as: { ...subject.target, clientCapabilities: { ...clientCapabilities, ...DECLARED } },
  });
  try {
    const tools = await session.listAllTools({ ...subject.ties, budget: new ByteBudget() });
    const tool = tools.find(({ name }) => name === input.toolName);
    if (!tool) throw notFound('tool');
    const result = input.result ?? (await session.callTool(tool.name, input.arguments ?? {}, subject.ties)).value;
    const shown = await subject.showWidget({ session, tool, tools, result, input, mask: subject.mask });
    return { ...shown, ...(!input.result && { result }) };
  } finally {
    await session.close();
  }
};
