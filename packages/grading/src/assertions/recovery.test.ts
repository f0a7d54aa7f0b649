import { advisory, calls, echo, judge, tools } from '../../test/judging.ts';
import { call, text, toolError, withoutResult } from '../../test/transcripts.ts';

describe('recovery', () => {
  judge([
    [
      'without errors it passes even without declarations',
      { type: 'toolErrorNamesInput', ...advisory },
      calls(call('echo')),
      'passed',
    ],
    [
      'errors need declarations',
      { type: 'toolErrorNamesInput', ...advisory },
      calls(call('echo', {}, toolError('bad message'))),
      'error',
    ],
    [
      'the error names a parameter',
      { type: 'toolErrorNamesInput', ...advisory },
      { ...calls(call('echo', {}, toolError('"Message" is required'))), ...tools(echo) },
      'passed',
    ],
    [
      'the error names a sent value',
      { type: 'toolErrorNamesInput', ...advisory },
      { ...calls(call('echo', { a: { b: 'Paris' } }, toolError('no city paris'))), ...tools(echo) },
      'passed',
    ],
    [
      'a number inside another is not named',
      { type: 'toolErrorNamesInput', ...advisory },
      { ...calls(call('echo', { n: 5 }, toolError('error 500'))), ...tools(echo) },
      'failed',
    ],
    [
      'the error names nothing',
      { type: 'toolErrorNamesInput', ...advisory },
      { ...calls(call('echo', { a: 'xy' }, toolError('xy went wrong'))), ...tools(echo) },
      'failed',
    ],
    [
      'an error without text',
      { type: 'toolErrorNamesInput', ...advisory },
      { ...calls(call('echo', {}, toolError(' '))), ...tools(echo) },
      'failed',
    ],
    [
      'a full page that goes on',
      { type: 'fullPageHasContinuation', ...advisory },
      calls(call('list', { limit: 2 }, { result: text('{"rows":[1,2],"nextCursor":"x"}') })),
      'passed',
    ],
    [
      'a full page that is a dead end',
      { type: 'fullPageHasContinuation', ...advisory },
      calls(call('list', { limit: 2 }, { result: text('{"rows":[1,2]}') })),
      'failed',
    ],
    [
      'a page that is not full',
      { type: 'fullPageHasContinuation', ...advisory },
      calls(call('list', { limit: 3 }, { result: text('{"rows":[1,2]}') })),
      'passed',
    ],
    ['no limit was sent', { type: 'fullPageHasContinuation', ...advisory }, calls(withoutResult('list')), 'passed'],
    [
      'a limited result that was not kept',
      { type: 'fullPageHasContinuation', ...advisory },
      calls({ ...withoutResult('list'), arguments: { top: 1 } }),
      'error',
    ],
  ]);
});
