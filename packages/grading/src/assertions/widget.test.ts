import type { Rendering } from '@assay/contract/areas/transcripts/documents';
import { testVerdicts, verdictOfTurn, type PartialTranscript } from '../../test/judging.ts';

const shown = (rest: Partial<Rendering> = {}): Rendering => ({
  toolName: 'chart',
  stepIndex: 0,
  status: 'rendered',
  latencyMs: 80,
  ...rest,
});
const seen = (...renderings: Rendering[]): PartialTranscript => ({ renderings });

/** A rendering without a measured duration. */
function untimed(): Rendering {
  const { latencyMs: _, ...rest } = shown();
  return rest;
}

describe('widgets', () => {
  testVerdicts([
    ['a rendered one', { type: 'widgetRendered' }, seen(shown({ status: 'mount_failed' }), shown()), 'passed'],
    ['only failed attempts', { type: 'widgetRendered' }, seen(shown({ status: 'bridge_timeout' })), 'failed'],
    ['one of another tool', { type: 'widgetRendered', toolName: 'table' }, seen(shown()), 'failed'],
    ['nothing was rendered', { type: 'widgetRendered' }, seen(), 'failed'],
    ['no browser watched', { type: 'widgetRendered' }, {}, 'error'],
    ['no browser', { type: 'widgetRendered' }, seen(shown({ status: 'browser_unavailable' })), 'error'],
    ['fast enough', { type: 'widgetRenderLatencyUnder', ms: 81 }, seen(shown()), 'passed'],
    ['exactly the limit is too slow', { type: 'widgetRenderLatencyUnder', ms: 80 }, seen(shown()), 'failed'],
    [
      'the slowest counts',
      { type: 'widgetRenderLatencyUnder', ms: 100 },
      seen(shown(), shown({ latencyMs: 101 })),
      'failed',
    ],
    [
      'failed attempts are not timed',
      { type: 'widgetRenderLatencyUnder', ms: 100 },
      seen(shown(), shown({ status: 'render_error', latencyMs: 999 })),
      'passed',
    ],
    [
      'none was rendered',
      { type: 'widgetRenderLatencyUnder', ms: 100 },
      seen(shown({ status: 'render_error' })),
      'failed',
    ],
    ['one was not timed', { type: 'widgetRenderLatencyUnder', ms: 100 }, seen(untimed()), 'failed'],
    ['nothing was timed', { type: 'widgetRenderLatencyUnder', ms: 1 }, seen(), 'failed'],
    ['without a measured time', { type: 'widgetRenderLatencyUnder', ms: 1 }, {}, 'error'],
    ['a silent console', { type: 'widgetNoConsoleErrors' }, seen(shown({ consoleErrors: [] }), shown()), 'passed'],
    [
      'an error, though it was not rendered',
      { type: 'widgetNoConsoleErrors' },
      seen(shown({ status: 'render_error', consoleErrors: ['x is undefined'] })),
      'failed',
    ],
    [
      'an error of another tool',
      { type: 'widgetNoConsoleErrors', toolName: 'table' },
      seen(shown({ consoleErrors: ['x'] }), shown({ toolName: 'table' })),
      'passed',
    ],
    [
      'a console where no tool has a widget',
      { type: 'widgetNoConsoleErrors' },
      seen(shown({ status: 'no_ui_resource' })),
      'failed',
    ],
    ['silence is not proof', { type: 'widgetNoConsoleErrors' }, seen(), 'failed'],
    [
      'errors beyond the ones that were kept',
      { type: 'widgetNoConsoleErrors' },
      seen(shown({ consoleErrors: [], consoleErrorCount: 1 })),
      'failed',
    ],
    [
      'no browser for this tool',
      { type: 'widgetRendered', toolName: 'table' },
      seen(shown(), shown({ toolName: 'table', status: 'browser_unavailable' })),
      'error',
    ],
    ['without a console log', { type: 'widgetNoConsoleErrors' }, {}, 'error'],
  ]);
});

describe('widgets of a turn', () => {
  testVerdicts(
    [
      ['a rendering of the turn', { type: 'widgetRendered' }, seen(shown({ stepIndex: 1 })), 'passed'],
      ['one of an earlier turn', { type: 'widgetRendered' }, seen(shown()), 'failed'],
    ],
    verdictOfTurn,
  );
});
