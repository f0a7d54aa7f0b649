import { answerUrl, isRedirectUri, isRegisteredUri, redirectPlace } from './redirect-uri.ts';

test.each([
  'https://agent.example/cb',
  'https://agent.example/cb?x=1',
  'http://127.0.0.1:8080/cb',
  'http://[::1]/cb',
  'http://localhost/cb',
  'cursor://agent/cb',
  'com.example.app:/cb',
])('%s can be a redirect address', (uri) => expect(isRedirectUri(uri)).toBe(true));

test.each([
  '',
  'agent.example/cb',
  'http://agent.example/cb',
  'http://127.0.0.1.evil.example/cb',
  'http://localhost.evil.example/cb',
  'https://user@agent.example/cb',
  'https://agent.example/cb#',
  'https://agent.example/c b',
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'data:text/html,x',
  'file:///etc/passwd',
  'blob:https://agent.example/x',
  `https://agent.example/${'x'.repeat(1_000)}`,
  7,
])('%s cannot be a redirect address', (uri) => expect(isRedirectUri(uri)).toBe(false));

const registered = ['http://127.0.0.1/cb', 'http://[::1]:1/cb', 'https://agent.example/cb'];
test.each([
  ['http://127.0.0.1:52314/cb', true],
  ['http://[::1]/cb', true],
  ['https://agent.example/cb', true],
  ['http://localhost/cb', false],
  ['http://127.0.0.1/other', false],
  ['http://127.0.0.1/cb?x=1', false],
  ['https://agent.example:444/cb', false],
  ['https://agent.example/cb/', false],
  ['https://agent.example/cb?x=1', false],
])('whether %s is registered is %s', (uri, is) => expect(isRegisteredUri(registered, uri)).toBe(is));

test.each([
  ['http://127.0.0.1:1/cb', 'this computer (127.0.0.1:1)', 'http://127.0.0.1:1'],
  ['http://[::1]:1/cb', 'this computer ([::1]:1)', 'http:'],
  ['https://agent.example/cb', 'agent.example', 'https://agent.example'],
  ['cursor://agent/cb', 'the program for cursor: addresses on this computer', 'cursor:'],
])('%s leads to %s', (uri, place, source) => expect(redirectPlace(uri)).toEqual({ place, source }));

test('an answer keeps the query of the address and replaces nothing but its own parameters', () =>
  expect(answerUrl('https://agent.example/cb?x=1', { code: 'a b', state: undefined })).toBe(
    'https://agent.example/cb?x=1&code=a+b',
  ));
