import type { TSchema } from 'typebox';
import { BrowserAgentCommand } from '@assay/contract/areas/browsers/command';
import type { EffectivePolicy } from '@assay/contract/areas/browsers/policy';
import { propertiesOf, variantOf } from '@assay/contract/schema';

type Command = BrowserAgentCommand;

/** A browser tool of the model: the commands that it makes, and their fields that the model fills in. */
interface ToolShape {
  description: string;
  /** The part of the command that is always the same. */
  fixed: { op: Command['op']; verb?: string } & Record<string, unknown>;
  fields: readonly string[];
  required: readonly string[];
  /** A field of the command that the model chooses among some values. */
  choice?: { field: 'op' | 'verb' | 'tabId'; values?: readonly string[] };
  isReadOnly?: true;
}

const SEES = { observeAfter: 'a11y' };
const TARGET =
  'Name the element by `ref` from the newest snapshot where there is one, else by role and name, selector or text.';

/** The browser tools by their names; their fields have the schemas of the commands. */
export const TOOL_SHAPES: Readonly<Record<string, ToolShape>> = {
  browser_navigate: {
    description: 'Opens an http or https address in the browser, and answers the accessibility tree of its page.',
    fixed: { op: 'navigate', ...SEES },
    fields: ['url', 'newTab'],
    required: ['url'],
    isReadOnly: true,
  },
  browser_history: {
    description: 'Goes back or forward in the history of the tab, or loads the page again; answers its tree.',
    fixed: { op: 'back', ...SEES },
    fields: [],
    required: ['op'],
    choice: { field: 'op', values: ['back', 'forward', 'reload'] },
    isReadOnly: true,
  },
  browser_observe: {
    description:
      'Looks at the page. `a11y` is its accessibility tree with references for acts; `text` what people read; `dom` the markup; `screenshot` an image; `network` with a `requestId` one request with its answer; `page_tools` the tools that the page offers to agents.',
    fixed: { op: 'observe' },
    fields: ['mode', 'requestId', 'rootRef', 'rootSelector', 'filter', 'fullPage'],
    required: ['mode'],
    isReadOnly: true,
  },
  browser_click: {
    description: `Clicks an element; answers what changed on the page. ${TARGET}`,
    fixed: { op: 'act', verb: 'click' },
    fields: ['target', 'clickType'],
    required: ['target'],
  },
  browser_type: {
    description: `Replaces the text of a field, and presses Enter with \`submit\`; answers what changed. ${TARGET}`,
    fixed: { op: 'act', verb: 'type' },
    fields: ['target', 'text', 'submit'],
    required: ['text'],
  },
  browser_press: {
    description: 'Presses a key, such as Enter, Tab or Control+A, on an element or where the focus is.',
    fixed: { op: 'act', verb: 'press' },
    fields: ['target', 'key'],
    required: ['key'],
  },
  browser_select: {
    description: 'Selects options of a select element, by their values or labels.',
    fixed: { op: 'act', verb: 'select' },
    fields: ['target', 'values'],
    required: ['target', 'values'],
  },
  browser_drag: {
    description: 'Drags one element, or point, to another one.',
    fixed: { op: 'act', verb: 'drag' },
    fields: ['target', 'to'],
    required: ['target', 'to'],
  },
  browser_hover: {
    description: 'Moves the mouse over an element; answers what changed.',
    fixed: { op: 'act', verb: 'hover' },
    fields: ['target'],
    required: ['target'],
    isReadOnly: true,
  },
  browser_scroll: {
    description:
      'Scrolls the page, or the part around an element; with an element and no direction, brings it into view.',
    fixed: { op: 'act', verb: 'scroll' },
    fields: ['target', 'direction', 'amount'],
    required: [],
    isReadOnly: true,
  },
  browser_dialog: {
    description: 'Answers the dialog that a page shows, with a text where it asks for one.',
    fixed: { op: 'act' },
    fields: ['text'],
    required: ['verb'],
    choice: { field: 'verb', values: ['accept_dialog', 'dismiss_dialog'] },
  },
  browser_tab: {
    description: 'Shows a tab, which the other tools then use, or closes one.',
    fixed: { op: 'act' },
    fields: ['tabId'],
    required: ['verb', 'tabId'],
    choice: { field: 'verb', values: ['activate_tab', 'close_tab'] },
    isReadOnly: true,
  },
};

const TAB_ID = { type: 'string', description: 'From the list of tabs in the last result.' };

/** The browser tools as a server would declare them; a browser that may only look has no others. */
export const browserToolDeclarations = ({ mode, screenshots }: EffectivePolicy): Record<string, unknown>[] =>
  Object.entries(TOOL_SHAPES)
    .filter(([, { isReadOnly }]) => isReadOnly || mode === 'interactive')
    .map(([name, shape]) => ({
      name,
      description: shape.description,
      inputSchema: inputSchemaOf(shape, screenshots),
      annotations: { readOnlyHint: shape.isReadOnly === true, openWorldHint: true },
    }));

function inputSchemaOf({ fixed, fields, required, choice }: ToolShape, hasScreenshots: boolean): object {
  const ofCommand = propertiesOf(variantOf(BrowserAgentCommand, fixed)!);
  const properties = Object.fromEntries(
    fields.map((field) => [field, field === 'tabId' ? TAB_ID : plainSchema(ofCommand[field]!, hasScreenshots)]),
  );
  return {
    type: 'object',
    properties: { ...(choice && { [choice.field]: { type: 'string', enum: choice.values } }), ...properties },
    required,
    additionalProperties: false,
  };
}

/** Without names and alternatives, which some providers refuse; the command itself is checked before it is made. */
const plainSchema = (schema: TSchema, hasScreenshots: boolean): unknown =>
  JSON.parse(
    JSON.stringify(schema, (key, value: unknown) => {
      if (key === '$id' || key === 'anyOf') return undefined;
      return key === 'enum' && Array.isArray(value) && !hasScreenshots
        ? value.filter((each) => each !== 'screenshot')
        : value;
    }),
  );
