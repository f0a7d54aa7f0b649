import { advisoryRole, withCalls, echoTool, testVerdicts, withTools } from '../../test/judging.ts';
import { toolCall, textResult, toolError, withoutResult } from '../../test/transcripts.ts';

describe('recovery', () => {
  testVerdicts([
    [
      'an error of a tool that is not in the inventory',
      { type: 'toolErrorNamesInput', ...advisoryRole },
      { ...withCalls(toolCall('hidden', {}, toolError('It failed.'))), ...withTools(echoTool) },
      'error',
    ],
    [
      'without errors it passes even without declarations',
      { type: 'toolErrorNamesInput', ...advisoryRole },
      withCalls(toolCall('echo')),
      'passed',
    ],
    [
      'errors need declarations',
      { type: 'toolErrorNamesInput', ...advisoryRole },
      withCalls(toolCall('echo', {}, toolError('bad message'))),
      'error',
    ],
    [
      'the error names a parameter',
      { type: 'toolErrorNamesInput', ...advisoryRole },
      { ...withCalls(toolCall('echo', {}, toolError('"Message" is required'))), ...withTools(echoTool) },
      'passed',
    ],
    [
      'the error names a sent value',
      { type: 'toolErrorNamesInput', ...advisoryRole },
      { ...withCalls(toolCall('echo', { a: { b: 'Paris' } }, toolError('no city paris'))), ...withTools(echoTool) },
      'passed',
    ],
    [
      'a number inside another is not named',
      { type: 'toolErrorNamesInput', ...advisoryRole },
      { ...withCalls(toolCall('echo', { n: 5 }, toolError('error 500'))), ...withTools(echoTool) },
      'failed',
    ],
    [
      'the error names nothing',
      { type: 'toolErrorNamesInput', ...advisoryRole },
      { ...withCalls(toolCall('echo', { a: 'xy' }, toolError('xy went wrong'))), ...withTools(echoTool) },
      'failed',
    ],
    [
      'an error without text',
      { type: 'toolErrorNamesInput', ...advisoryRole },
      { ...withCalls(toolCall('echo', {}, toolError(' '))), ...withTools(echoTool) },
      'failed',
    ],
    [
      'a full page that goes on',
      { type: 'fullPageHasContinuation', ...advisoryRole },
      withCalls(toolCall('list', { limit: 2 }, { result: textResult('{"rows":[1,2],"nextCursor":"x"}') })),
      'passed',
    ],
    [
      'a full page that is a dead end',
      { type: 'fullPageHasContinuation', ...advisoryRole },
      withCalls(toolCall('list', { limit: 2 }, { result: textResult('{"rows":[1,2]}') })),
      'failed',
    ],
    [
      'a page that is not full',
      { type: 'fullPageHasContinuation', ...advisoryRole },
      withCalls(toolCall('list', { limit: 3 }, { result: textResult('{"rows":[1,2]}') })),
      'passed',
    ],
    [
      'no limit was sent',
      { type: 'fullPageHasContinuation', ...advisoryRole },
      withCalls(withoutResult('list')),
      'passed',
    ],
    [
      'a limited result that was not kept',
      { type: 'fullPageHasContinuation', ...advisoryRole },
      withCalls({ ...withoutResult('list'), arguments: { top: 1 } }),
      'error',
    ],
  ]);
});
