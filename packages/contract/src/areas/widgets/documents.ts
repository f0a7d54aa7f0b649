import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { closed, oneOf, open, record } from '../../schema.ts';
import { PageSnapshot } from '../browsers/snapshot.ts';
import { Rendering } from '../transcripts/documents.ts';

/** A tool call whose widget is to be shown, and the host that shows it. */
export type RenderWidget = Static<typeof RenderWidget>;
export const RenderWidget = closed(
  {
    toolName: Type.String({ minLength: 1, maxLength: 256 }),
    arguments: Type.Optional(record({ description: 'Of the call; `{}` when absent.' })),
    result: Type.Optional(
      record({ description: 'A recorded result of the call (CallToolResult): the tool is not called then.' }),
    ),
    hostStyle: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'The host that shows the widget, as in the settings of a client; `assay` when absent.',
      }),
    ),
    hostContext: Type.Optional(record({ description: 'As in the settings of a client.' })),
    hostCapabilitiesOverride: Type.Optional(record({ description: 'As in the settings of a client.' })),
    theme: Type.Optional(oneOf(['light', 'dark'])),
    locale: Type.Optional(
      Type.String({ pattern: '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,3}$', description: 'A BCP 47 tag.' }),
    ),
    viewport: Type.Optional(
      closed(
        {
          width: Type.Integer({ minimum: 100, maximum: 2_000 }),
          height: Type.Integer({ minimum: 100, maximum: 2_000 }),
        },
        { description: 'In CSS pixels; 800 by 600 when absent.' },
      ),
    ),
    timeoutMs: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 120_000,
        description: 'From reading the resource until the widget shows its result; 10,000 when absent.',
      }),
    ),
    screenshot: Type.Optional(Type.Boolean({ description: 'Whether an image is taken; `true` when absent.' })),
  },
  { $id: 'RenderWidgetRequest' },
);

const Failure = open({ code: Type.String(), message: Type.String() });
const Milliseconds = Type.Optional(Type.Number({ minimum: 0 }));

/** A tool call's result as people would have seen it. */
export type WidgetRendering = Static<typeof WidgetRendering>;
export const WidgetRendering = open(
  {
    status: Rendering.properties.status,
    reason: Type.Optional(Type.String({ description: 'Why it was not rendered.' })),
    hostStyle: Type.String({ description: 'The host that showed it.' }),
    resourceUri: Type.Optional(Type.String()),
    bridgeInitialized: Type.Optional(Type.Boolean({ description: 'The widget finished its handshake with the host.' })),
    consoleErrors: Type.Optional(
      Type.Array(Type.String(), {
        description: 'The first 50 errors of its console, uncaught exceptions among them, each clipped.',
      }),
    ),
    consoleErrorCount: Type.Optional(Type.Integer({ minimum: 0, description: 'Of all errors.' })),
    blockedRequests: Type.Optional(
      Type.Array(open({ url: Type.String(), reason: Type.String() }), {
        description: 'The first 100 requests that the page was not allowed to make.',
      }),
    ),
    blockedRequestCount: Type.Optional(Type.Integer({ minimum: 0, description: 'Of all of these.' })),
    snapshot: Type.Optional(PageSnapshot),
    screenshot: Type.Optional(
      open(
        {
          mimeType: oneOf(['image/png', 'image/jpeg']),
          base64: Type.String(),
          width: Type.Integer({ minimum: 1, description: 'In CSS pixels.' }),
          height: Type.Integer({ minimum: 1, description: 'In CSS pixels.' }),
          clipped: Type.Optional(Type.Literal(true, { description: 'The widget is larger than the image.' })),
        },
        { description: 'At most 2,000 by 10,000 pixels, and 1.5 MB.' },
      ),
    ),
    timings: Type.Optional(
      open(
        { resourceMs: Milliseconds, mountMs: Milliseconds, bridgeMs: Milliseconds, totalMs: Milliseconds },
        {
          description:
            'Milliseconds: reading the resource, loading the page, the handshake; and all until the result was shown.',
        },
      ),
    ),
    permissions: Type.Optional(
      Type.Array(Type.String(), { description: 'Permissions that the resource asks for; none is granted.' }),
    ),
    result: Type.Optional(record({ description: 'The result of the call, when the tool was called.' })),
    toolCalls: Type.Optional(
      Type.Array(
        open({
          toolName: Type.String(),
          arguments: record(),
          isError: Type.Boolean(),
          error: Type.Optional({ ...Failure, description: 'Why the call was refused or failed.' }),
          durationMs: Type.Number({ minimum: 0 }),
        }),
        { description: 'Calls that the widget made, or that were refused to it.' },
      ),
    ),
    messages: Type.Optional(
      Type.Array(Type.String(), { description: 'Texts that the widget wanted to put into the conversation.' }),
    ),
    links: Type.Optional(Type.Array(Type.String(), { description: 'Links that it wanted opened; none was.' })),
  },
  { $id: 'WidgetRendering' },
);
