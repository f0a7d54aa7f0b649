import type { Browsers } from '@assay/browser/isolated-context';
import type { WidgetRendering } from '@assay/contract/areas/widgets/documents';
import { given } from '@assay/contract/given';
import type { WidgetToShow } from '@assay/inspect/widgets/widget-to-show';
import type { CallOfWidget } from './widget-bridge.ts';
import { openWidget, type Widget } from './widget-host.ts';

/** At most this many calls, messages and links are reported of each, and characters of a message. */
const MAX_REPORTED = 50;
const MAX_TEXT = 2_000;

/** Shows a widget once, and says what there was to see. */
export const showWidget =
  (browsers: Browsers, share: string, signal: AbortSignal) =>
  async ({ session, tool, tools, result, input, mask }: WidgetToShow): Promise<WidgetRendering> => {
    const { hostStyle = 'assay', hostContext, hostCapabilitiesOverride, theme, locale, viewport, timeoutMs } = input;
    const [calls, messages, links]: [CallOfWidget[], string[], string[]] = [[], [], []];
    const note = <T>(kept: T[], one: T) => void (kept.length < MAX_REPORTED && kept.push(one));
    const widget = await openWidget({
      browsers,
      share,
      session,
      tools,
      call: { tool, arguments: input.arguments ?? {}, result },
      client: {
        hostStyle,
        ...given({ hostContext, hostCapabilitiesOverride }),
      },
      theme,
      locale,
      viewport,
      ...given({ timeoutMs }),
      signal,
      onToolCall: (call) => note(calls, call),
      onMessage: ({ content }) => note(messages, mask(textOf(content)).slice(0, MAX_TEXT).toWellFormed()),
      onLink: (url) => note(links, mask(url)),
    });
    try {
      const view = await look(widget, input.screenshot ?? true);
      return {
        // A widget may fail while it is looked at.
        status: widget.status,
        ...(widget.reason !== undefined && { reason: mask(widget.reason) }),
        hostStyle,
        ...given({ resourceUri: widget.resourceUri }),
        ...(widget.page && {
          bridgeInitialized: widget.bridgeInitialized,
          consoleErrors: widget.consoleErrors.map(mask),
          consoleErrorCount: widget.consoleErrorCount,
          blockedRequests: [...widget.blocked],
          blockedRequestCount: widget.blockedCount,
        }),
        ...view,
        timings: rounded(widget.timings),
        ...(widget.permissions.length > 0 && { permissions: [...widget.permissions] }),
        ...(calls.length > 0 && { toolCalls: calls.map(reported) }),
        ...(messages.length > 0 && { messages }),
        ...(links.length > 0 && { links }),
      };
    } finally {
      await widget.close();
    }
  };

async function look(widget: Widget, isPictured: boolean): Promise<Pick<WidgetRendering, 'snapshot' | 'screenshot'>> {
  const snapshot = await widget.snapshot();
  const image = isPictured ? await widget.screenshot() : undefined;
  return {
    ...given({ snapshot }),
    ...(image && {
      screenshot: {
        mimeType: image.mimeType,
        base64: image.body.toString('base64'),
        width: image.width,
        height: image.height,
        ...(image.clipped && { clipped: true as const }),
      },
    }),
  };
}

const reported = ({ toolName, arguments: args, result, error, durationMs }: CallOfWidget) => ({
  toolName,
  arguments: args,
  isError: error !== undefined || result?.['isError'] === true,
  ...given({ error }),
  durationMs,
});

const textOf = (content: readonly { type: string }[]): string =>
  content
    .map((block) => ('text' in block && typeof block.text === 'string' ? block.text : `[${block.type}]`))
    .join('\n');

const rounded = (timings: Widget['timings']) =>
  Object.fromEntries(Object.entries(timings).map(([key, ms]) => [key, Math.round(ms)]));
