import type { ServedPages } from '@assay/browser/isolated-context';
import { contentSecurityPolicy, type WidgetPolicy } from './widget-policy.ts';

/** The page of the host is of another site than the widget, so that a widget that hangs does not hang it. */
export const HOST_ORIGIN = 'https://host-page.invalid';
export const WIDGET_ORIGIN = 'https://app.widget.invalid';

/** The name of the function that the page of the host calls with the messages of the widget. */
export const RECEIVE = 'assayReceive';
/** The name of the function that hands a message to the widget. */
export const DELIVER = 'assayDeliver';
/** At most this many messages of a widget, and characters in all of them. */
export const MAX_MESSAGES = 2_000;
const MAX_CHARACTERS = 16_000_000;

/** No modal dialogs, no popups, no downloads, no navigation of the page around it. */
const SANDBOX = 'allow-scripts allow-same-origin allow-forms';

const frame = (url: string, height: string) =>
  `<iframe src="${url}" sandbox="${SANDBOX}" style="display:block;border:0;width:100%;height:${height}"></iframe>`;
const page = (body: string, script: string) =>
  `<!doctype html><meta charset="utf-8"><body style="margin:0">${body}<script>${script}</script>`;

/** Counts and gathers here, so that a flood of messages does not reach the runner. */
const hostScript = `
  const widget = document.querySelector('iframe').contentWindow;
  let messages = 0, characters = 0, gathered = [];
  const flush = () => {
    ${RECEIVE}(gathered);
    gathered = [];
  };
  // Messages of a proxy between host and widget are not the widget's to send.
  const isOfProxy = (data) => String(data?.method).startsWith('ui/notifications/sandbox-');
  addEventListener('message', ({ source, origin, data }) => {
    if (source !== widget || origin !== '${WIDGET_ORIGIN}' || isOfProxy(data)) return;
    if (messages > ${MAX_MESSAGES} || characters > ${MAX_CHARACTERS}) return;
    let text;
    try { text = JSON.stringify(data); } catch {}
    if (text === undefined) return;
    messages += 1;
    characters += text.length;
    if (gathered.length === 0) setTimeout(flush);
    gathered.push(messages <= ${MAX_MESSAGES} && characters <= ${MAX_CHARACTERS} ? text : '');
  });
  globalThis.${DELIVER} = (text) => widget.postMessage(JSON.parse(text), '${WIDGET_ORIGIN}');`;

/** The pages of one widget: the host, and its own document with its policy. */
export function widgetPages(html: string, policy: WidgetPolicy, height: number): ServedPages {
  const only = (contentType: string, body: string, headers: Record<string, string>) => (path: string) =>
    path === '/' ? { contentType, body, headers } : undefined;
  const type = 'text/html; charset=utf-8';
  return {
    [HOST_ORIGIN]: only(type, page(frame(`${WIDGET_ORIGIN}/`, `${height}px`), hostScript), {
      'content-security-policy': `default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; frame-src ${WIDGET_ORIGIN}`,
    }),
    [WIDGET_ORIGIN]: only(type, html, {
      'content-security-policy': contentSecurityPolicy(policy),
      'permissions-policy': 'camera=(), microphone=(), geolocation=(), clipboard-write=(), clipboard-read=()',
    }),
  };
}
