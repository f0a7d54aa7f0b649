import { isObject } from '@assay/contract/json';
import { Problem } from '@assay/contract/problem';
import type { McpSession } from '@assay/mcp/session';
import { ByteBudget } from '@assay/mcp/transport/byte-budget';
import type { HostStyle } from './host-styles.ts';
import { policyOf, type WidgetPolicy } from './widget-policy.ts';

export const MCP_APP = 'text/html;profile=mcp-app';
export const SKYBRIDGE = 'text/html+skybridge';

/** A page of a widget, of at most this many characters. */
const MAX_CHARACTERS = 8 * 1_024 * 1_024;
/** Beside the page an answer holds its envelope, and base64 is a third longer. */
const MAX_BYTES = 12 * 1_024 * 1_024;

/** A widget as its server serves it. */
export interface WidgetResource {
  uri: string;
  html: string;
  /** The bridge that the page expects: MCP Apps, or `window.openai` of the Apps SDK. */
  bridge: 'mcp-apps' | 'apps-sdk';
  policy: WidgetPolicy;
}

/** Why a server has no page for a widget, in words. */
export class UnusableResource extends Error {}

/** The address of the resource that shows results of a tool in this host; undefined where it has none. */
export function widgetUriOf(
  tool: Record<string, unknown>,
  { bridges }: Pick<HostStyle, 'bridges'>,
): string | undefined {
  const meta = isObject(tool['_meta']) ? tool['_meta'] : {};
  const ui = isObject(meta['ui']) ? meta['ui'] : {};
  const uris = [
    ...(bridges.includes('mcp-apps') ? [ui['resourceUri'], meta['ui/resourceUri']] : []),
    ...(bridges.includes('apps-sdk') ? [meta['openai/outputTemplate']] : []),
  ];
  return uris.find((uri) => typeof uri === 'string' && uri !== '') as string | undefined;
}

/**
 * Reads the resource of a widget.
 * @throws UnusableResource when there is no page in it that the host can show, or the reason of `signal`.
 */
export async function readWidget(
  session: Pick<McpSession, 'readResource'>,
  uri: string,
  { bridges }: Pick<HostStyle, 'bridges'>,
  signal: AbortSignal,
): Promise<WidgetResource> {
  if (!uri.startsWith('ui://')) throw new UnusableResource(`The address ${clipped(uri)} does not begin with ui://.`);
  const { value } = await session
    .readResource(uri, { signal, budget: new ByteBudget(MAX_BYTES) })
    .catch((error: unknown) => {
      if (signal.aborted || !(error instanceof Problem)) throw error;
      throw new UnusableResource(error.message);
    });
  const contents = Array.isArray(value['contents']) ? value['contents'].filter(isObject) : [];
  const content = contents.find((each) => each['uri'] === uri) ?? contents[0];
  if (!content) throw new UnusableResource('The resource has no contents.');
  const mimeType = normalType(content['mimeType']);
  const bridge = mimeType === MCP_APP ? 'mcp-apps' : mimeType === SKYBRIDGE ? 'apps-sdk' : undefined;
  if (!bridge) throw new UnusableResource(`Its type is ${clipped(mimeType || 'not given')}, and not ${MCP_APP}.`);
  if (!bridges.includes(bridge)) throw new UnusableResource(`Its type is ${mimeType}, which this host does not show.`);
  const { text, blob } = content;
  const html =
    typeof text === 'string' ? text : typeof blob === 'string' ? Buffer.from(blob, 'base64').toString() : undefined;
  if (html === undefined) throw new UnusableResource('It has neither text nor blob.');
  if (html.length > MAX_CHARACTERS)
    throw new UnusableResource(`It has ${html.length} characters; at most ${MAX_CHARACTERS} are shown.`);
  return { uri, html, bridge, policy: policyOf(content['_meta']) };
}

/** Without spaces and in lower case. */
const normalType = (type: unknown) => (typeof type === 'string' ? type.replaceAll(/\s/g, '').toLowerCase() : '');
const clipped = (text: string) => text.slice(0, 200).toWellFormed();
