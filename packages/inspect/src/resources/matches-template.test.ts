import { matchesTemplate } from './matches-template.ts';

test.each<[template: string, uri: string, matches: boolean]>([
  ['helpdesk://tickets/{id}', 'helpdesk://tickets/T-1', true],
  ['helpdesk://tickets/{id}', 'helpdesk://tickets/', false],
  ['helpdesk://tickets/{id}', 'helpdesk://tickets/T-1/notes', false],
  ['helpdesk://tickets/{id}/notes', 'helpdesk://tickets/T-1/notes', true],
  ['helpdesk://tickets/{id}/notes', 'helpdesk://agents/T-1/notes', false],
  ['file:///{+path}', 'file:///a/b.txt', true],
  ['https://a.test/find{?q,page}', 'https://a.test/find?q=x', true],
  ['https://a.test/find{?q,page}', 'https://a.test/find', true],
  ['a://fixed', 'a://fixed', true],
  ['a://fixed', 'a://fixed/more', false],
])('%s and %s: %s', (template, uri, matches) => expect(matchesTemplate(uri, template)).toBe(matches));
