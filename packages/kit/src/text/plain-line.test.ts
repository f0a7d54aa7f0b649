import { plainLine } from './plain-line.ts';

test.each([
  ['a name', 'Übung für 学生', 'Übung für 学生'],
  ['line ends', 'Try\r\nBcc: eve@example.org\u2028now', 'Try Bcc: eve@example.org now'],
  ['controls', ' \0a\u001b[31mb\u202ec ', 'a [31mb c'],
  ['half a character', 'a\ud83d', 'a\ufffd'],
  ['more than fits', '🦊🦊🦊🦊🦊🦊', '🦊🦊🦊🦊🦊…'],
])('%s', (_, text, expected) => expect(plainLine(text, text.startsWith('🦊') ? 5 : 100)).toBe(expected));
