import type { McpUiHostContext } from '@modelcontextprotocol/ext-apps/app-bridge';
import type { WidgetCall } from './widget-bridge.ts';

/**
 * The page of an Apps SDK widget, with `window.openai` in front of its scripts: what the host knows stands in it from the
 * start, and its functions are messages of MCP Apps.
 */
export function withAppsSdk(
  html: string,
  { arguments: toolInput, result }: Pick<WidgetCall, 'arguments' | 'result'>,
  context: McpUiHostContext,
): string {
  const globals = {
    theme: context.theme,
    locale: context.locale,
    displayMode: context.displayMode,
    maxHeight: (context.containerDimensions as { maxHeight?: number } | undefined)?.maxHeight,
    userAgent: { device: { type: 'desktop' }, capabilities: { hover: true, touch: false } },
    safeArea: { insets: { top: 0, right: 0, bottom: 0, left: 0 } },
    toolInput,
    toolOutput: result?.['structuredContent'] ?? null,
    toolResponseMetadata: result?.['_meta'] ?? null,
    widgetState: null,
  };
  const script = `<script>(${openai.toString()})(${inScript(JSON.stringify(globals))})</script>`;
  const at = /<head(?:\s[^<>]*)?>/i.exec(html) ?? /<html(?:\s[^<>]*)?>/i.exec(html) ?? /<!doctype[^<>]*>/i.exec(html);
  const end = at ? at.index + at[0].length : 0;
  return html.slice(0, end) + script + html.slice(end);
}

/** No text of a server ends the script. */
const inScript = (json: string) =>
  json.replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');

/** Runs in the page: it sees nothing of this module. */
function openai(globals: Record<string, unknown>): void {
  interface Message {
    id?: unknown;
    method?: string;
    params?: Record<string, unknown>;
    result?: Record<string, unknown>;
    error?: { message: string };
  }
  const page = globalThis as unknown as {
    parent: { postMessage(data: unknown, origin: string): void };
    openai: unknown;
    addEventListener(type: string, listener: (event: { data?: Message; source?: unknown } & Event) => void): void;
    dispatchEvent(event: Event): void;
  };
  const waiting = new Map<string, PromiseWithResolvers<Record<string, unknown>>>();
  const say = (message: object) => page.parent.postMessage({ jsonrpc: '2.0', ...message }, '*');
  const ask = (method: string, params: object) => {
    const id = `openai-${waiting.size + 1}`;
    const answer = Promise.withResolvers<Record<string, unknown>>();
    waiting.set(id, answer);
    say({ id, method, params });
    return answer.promise;
  };
  const change = (changed: Record<string, unknown>) => {
    Object.assign(api, changed);
    page.dispatchEvent(new CustomEvent('openai:set_globals', { detail: { globals: changed } }));
  };
  const text = (value: string) => [{ type: 'text', text: value }];
  const api: Record<string, unknown> = {
    ...globals,
    callTool: async (name: string, args: object = {}) => {
      const result = await ask('tools/call', { name, arguments: args });
      return { ...result, result: JSON.stringify(result['structuredContent'] ?? result['content']) };
    },
    sendFollowUpMessage: async ({ prompt }: { prompt: string }) => {
      await ask('ui/message', { role: 'user', content: text(prompt) });
    },
    openExternal: ({ href }: { href: string }) => void ask('ui/open-link', { url: href }).catch(() => undefined),
    requestDisplayMode: ({ mode }: { mode: string }) => ask('ui/request-display-mode', { mode }),
    notifyIntrinsicHeight: (height: number) => say({ method: 'ui/notifications/size-changed', params: { height } }),
    setWidgetState: async (state: object) => {
      change({ widgetState: state });
      await ask('ui/update-model-context', { structuredContent: state });
    },
  };
  page.openai = api;
  page.addEventListener('message', (event) => {
    const { id, method, params, result, error } = event.data ?? {};
    const answer = method === undefined && typeof id === 'string' ? waiting.get(id) : undefined;
    if (answer) {
      event.stopImmediatePropagation();
      if (error) answer.reject(new Error(error.message));
      else answer.resolve(result ?? {});
    } else if (method === 'ui/notifications/host-context-changed') {
      const { theme, locale, displayMode } = params ?? {};
      change(JSON.parse(JSON.stringify({ theme, locale, displayMode })) as Record<string, unknown>);
    } else if (method === 'ui/resource-teardown') say({ id, result: {} });
  });
  page.addEventListener('DOMContentLoaded', () => say({ method: 'ui/notifications/initialized', params: {} }));
}
