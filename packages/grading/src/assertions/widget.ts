import { failed } from '../verdict.ts';
import type { Rows } from './row.ts';

/** Transcripts hold no renderings yet, and without any there is nothing that could pass. */
const nothingRendered = () => failed('No rendering of a widget was observed.');

export const widget: Rows<'widgetRendered' | 'widgetRenderLatencyUnder' | 'widgetNoConsoleErrors'> = {
  widgetRendered: { doc: 'A widget was rendered.', stage: 'userValue', evaluate: nothingRendered },
  widgetRenderLatencyUnder: { doc: 'The slowest widget was rendered in less than `ms`.', stage: 'userValue', evaluate: nothingRendered },
  widgetNoConsoleErrors: { doc: 'No widget logged an error to its console.', stage: 'userValue', evaluate: nothingRendered },
};
