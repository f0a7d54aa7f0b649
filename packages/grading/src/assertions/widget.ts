import type { Rendering } from '@assay/contract/areas/transcripts/documents';
import type { AssertionEvidence } from '../evidence/evidence.ts';
import { listFirst, quoteValue } from '../quote.ts';
import { evaluatorError, failedVerdict, verdictOf, type ToldFailure } from './verdict.ts';
import type { AssertionRows } from './row.ts';

const noBrowser = evaluatorError('No browser observed the trial, so nothing is known about its widgets.');
const nothingObserved = failedVerdict('No rendering of a widget was observed.', {
  expected: 'a rendered widget',
  came: 'no rendering',
});

/** The renderings in scope, of one tool when `toolName` names it; undefined when no browser watched them. */
function renderingsOf({ renderings }: AssertionEvidence, toolName: string | undefined): Rendering[] | undefined {
  const seen = toolName === undefined ? renderings : renderings?.filter((rendering) => rendering.toolName === toolName);
  return seen?.length && seen.every(({ status }) => status === 'browser_unavailable') ? undefined : seen;
}

const attempt = ({ toolName, status, reason }: Rendering): string =>
  `${toolName} ${status}${reason === undefined ? '' : ` (${reason})`}`;

/** The call whose result the widget shows. */
const placeOf = (rendering: Rendering | undefined): Pick<ToldFailure, 'place'> =>
  rendering?.toolCallId === undefined ? {} : { place: { spanId: rendering.toolCallId } };

const hasWidget = ({ status }: Rendering): boolean => status !== 'no_ui_resource';
const isRendered = ({ status }: Rendering): boolean => status === 'rendered';

export const widgetAssertions: AssertionRows<'widgetRendered' | 'widgetRenderLatencyUnder' | 'widgetNoConsoleErrors'> =
  {
    widgetRendered: {
      doc: 'A widget was rendered.',
      stage: 'userValue',
      watchesWidgets: true,
      evaluate: ({ toolName }, evidence) => {
        const seen = renderingsOf(evidence, toolName);
        if (!seen) return noBrowser;
        if (seen.length === 0) return nothingObserved;
        return verdictOf(
          seen.some(isRendered),
          'A widget was rendered.',
          `No widget was rendered: ${listFirst(seen, attempt)}.`,
          () => ({ expected: 'a rendered widget', came: listFirst(seen, attempt), ...placeOf(seen[0]) }),
        );
      },
    },
    widgetRenderLatencyUnder: {
      doc: 'The slowest widget was rendered in less than `ms`.',
      stage: 'userValue',
      watchesWidgets: true,
      evaluate: ({ ms, toolName }, evidence) => {
        const rendered = renderingsOf(evidence, toolName)?.filter(isRendered);
        if (!rendered) return noBrowser;
        if (rendered.length === 0) return failedVerdict('No widget was rendered.');
        if (rendered.some(({ latencyMs }) => latencyMs === undefined))
          return failedVerdict('A rendering was not timed.');
        const slowest = rendered.reduce((most, { latencyMs }) => Math.max(most, latencyMs!), 0);
        const said = `The slowest widget took ${Math.round(slowest)} ms to render; less than ${ms} ms is required.`;
        return verdictOf(slowest < ms, said, said, () => ({
          expected: `every widget in less than ${ms} ms`,
          came: `${Math.round(slowest)} ms`,
          ...placeOf(rendered.find(({ latencyMs }) => latencyMs === slowest)),
        }));
      },
    },
    widgetNoConsoleErrors: {
      doc: 'No widget logged an error to its console.',
      stage: 'userValue',
      watchesWidgets: true,
      evaluate: ({ toolName }, evidence) => {
        const seen = renderingsOf(evidence, toolName)?.filter(hasWidget);
        if (!seen) return noBrowser;
        if (seen.length === 0) return nothingObserved;
        const errors = seen.flatMap(({ consoleErrors = [] }) => consoleErrors);
        const count = seen.reduce(
          (sum, { consoleErrors = [], consoleErrorCount = consoleErrors.length }) => sum + consoleErrorCount,
          0,
        );
        return verdictOf(
          count === 0,
          'No widget logged an error.',
          `${count} errors were logged: ${listFirst(errors, quoteValue)}.`,
          () => ({
            expected: 'no error in the console of a widget',
            came: `${count} errors: ${listFirst(errors, quoteValue)}`,
            ...placeOf(seen.find(({ consoleErrors = [] }) => consoleErrors.length > 0)),
          }),
        );
      },
    },
  };
