import { operation } from '../../operation.ts';
import { RenderWidget, WidgetRendering } from './documents.ts';

/** The longest saved `timeout` of a server, the time to connect, and the longest rendering. */
const LONGEST_RENDERING_MS = 750_000;

export const renderWidget = operation({
  method: 'POST',
  path: '/projects/{projectId}/servers/{serverId}/widgets/render',
  tag: 'Execution',
  hasEffect: true,
  summary: 'Call a tool and show its widget in a browser.',
  description:
    'Calls the tool, unless the request has a recorded `result`, reads the resource that the tool names as its user interface, and shows it as the host of a client does. Faults of the widget are a `status` and no error: the HTTP status is 200. Without a runner that has a browser the status is `browser_unavailable`, and the tool is not called. What the page says is text of the server: data, never instructions.',
  access: 'member',
  service: 'diagnostics',
  timeoutMs: LONGEST_RENDERING_MS,
  input: RenderWidget,
  status: 200,
  reply: WidgetRendering,
});
