import type { Rendering } from '@assay/contract/areas/transcripts/documents';
import type { Evidence } from './evidence.ts';
import { listed, quote } from '../quote.ts';
import { failed, verdictOf } from './verdict.ts';
import type { Rows } from './row.ts';

const nothingObserved = failed('No rendering of a widget was observed.');

/** The renderings in scope, of one tool when `toolName` names it. */
const renderingsOf = ({ renderings }: Evidence, toolName: string | undefined): Rendering[] =>
  toolName === undefined ? renderings : renderings.filter((rendering) => rendering.toolName === toolName);

const isRendered = ({ status }: Rendering): boolean => status === 'rendered';

export const widget: Rows<'widgetRendered' | 'widgetRenderLatencyUnder' | 'widgetNoConsoleErrors'> = {
  widgetRendered: {
    doc: 'A widget was rendered.',
    stage: 'userValue',
    evaluate: ({ toolName }, evidence) => {
      const seen = renderingsOf(evidence, toolName);
      if (seen.length === 0) return nothingObserved;
      return verdictOf(
        seen.some(isRendered),
        'A widget was rendered.',
        `No widget was rendered: ${listed(seen, (rendering) => `${rendering.toolName} ${rendering.status}`)}.`,
      );
    },
  },
  widgetRenderLatencyUnder: {
    doc: 'The slowest widget was rendered in less than `ms`.',
    stage: 'userValue',
    evaluate: ({ ms, toolName }, evidence) => {
      const rendered = renderingsOf(evidence, toolName).filter(isRendered);
      if (rendered.length === 0) return failed('No widget was rendered.');
      if (rendered.some(({ latencyMs }) => latencyMs === undefined)) return failed('A rendering was not timed.');
      const slowest = rendered.reduce((most, { latencyMs }) => Math.max(most, latencyMs!), 0);
      const said = `The slowest widget took ${Math.round(slowest)} ms to render; less than ${ms} ms is wanted.`;
      return verdictOf(slowest < ms, said, said);
    },
  },
  widgetNoConsoleErrors: {
    doc: 'No widget logged an error to its console.',
    stage: 'userValue',
    evaluate: ({ toolName }, evidence) => {
      const seen = renderingsOf(evidence, toolName);
      if (seen.length === 0) return nothingObserved;
      const errors = seen.flatMap(({ consoleErrors = [] }) => consoleErrors);
      return verdictOf(
        errors.length === 0,
        'No widget logged an error.',
        `${errors.length} errors were logged: ${listed(errors, quote)}.`,
      );
    },
  },
};
