import { jsonRpcMessage } from './json-message.ts';

const answer = { jsonrpc: '2.0', id: 1, result: { content: [] } };

test.each([
  ['an answer', answer],
  ['an answer to an id that is a text', { ...answer, id: 'a' }],
  ['an error', { jsonrpc: '2.0', id: 1, error: { code: -32601, message: 'No.' } }],
  ['a request', { jsonrpc: '2.0', id: 1, method: 'ping' }],
  ['a notification', { jsonrpc: '2.0', method: 'notifications/progress', params: {} }],
])('%s is a message', (_, value) => expect(jsonRpcMessage(value)).toEqual(value));

test.each([
  ['another version', { ...answer, jsonrpc: '1.0' }],
  ['an id that is not a number of the protocol', { ...answer, id: 1.5 }],
  ['a result that is not an object', { ...answer, result: 'yes' }],
  ['a result whose _meta is not an object', { ...answer, result: { _meta: 5 } }],
  ['a list', [answer]],
  ['nothing', null],
])('%s is not a message', (_, value) => expect(() => jsonRpcMessage(value)).toThrow());
