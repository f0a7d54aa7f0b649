import { Problem } from '@assay/contract/problem';
import { serverErrorOf } from './server-error.ts';

const problem = (code: 'SERVER_UNREACHABLE' | 'VALIDATION_ERROR', details: object) =>
  new Problem(code, 'Server "a" failed.', { method: 'tools/call', ...details });

test.each<[string, Problem, { code: string; message: string }]>([
  [
    'answered error with words about a connection',
    problem('SERVER_UNREACHABLE', { rpcCode: -32603, serverMessage: 'fetch failed: ECONNREFUSED' }),
    {
      code: 'RPC_ERROR',
      message: 'The server answered tools/call with JSON-RPC error -32603: fetch failed: ECONNREFUSED',
    },
  ],
  [
    'answered error in the body of an HTTP error',
    problem('SERVER_UNREACHABLE', { rpcCode: -32000, httpStatus: 500, serverMessage: 'Out of ink.' }),
    { code: 'RPC_ERROR', message: 'The server answered tools/call with JSON-RPC error -32000: Out of ink.' },
  ],
  [
    'answered error that holds a secret',
    problem('SERVER_UNREACHABLE', { rpcCode: -32603, serverMessage: 'login failed: password=hunter2' }),
    {
      code: 'RPC_ERROR',
      message: 'The server answered tools/call with JSON-RPC error -32603: login failed: password=[redacted]',
    },
  ],
  [
    'refused parameter, with the code that says so',
    problem('VALIDATION_ERROR', { rpcCode: -32602, serverMessage: 'No city.' }),
    { code: 'VALIDATION_ERROR', message: 'The server answered tools/call with JSON-RPC error -32602: No city.' },
  ],
  [
    'answered error without words',
    problem('SERVER_UNREACHABLE', { rpcCode: -32603 }),
    { code: 'RPC_ERROR', message: 'Server "a" failed.' },
  ],
  [
    'lost session',
    problem('SERVER_UNREACHABLE', { rpcCode: -32001, httpStatus: 404, cause: 'session_lost', serverMessage: 'Who?' }),
    { code: 'SERVER_UNREACHABLE', message: 'Server "a" failed.' },
  ],
  [
    'broken connection',
    problem('SERVER_UNREACHABLE', {}),
    { code: 'SERVER_UNREACHABLE', message: 'Server "a" failed.' },
  ],
])('the transcript tells of a %s', (_, given, expected) => expect(serverErrorOf(given)).toEqual(expected));
