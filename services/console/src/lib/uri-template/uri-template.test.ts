import { expandTemplate, templateVariables } from './uri-template.ts';

test.each<[template: string, values: Record<string, string>, uri: string]>([
  ['helpdesk://tickets/{id}', { id: 'T-10 46' }, 'helpdesk://tickets/T-10%2046'],
  ['file:///{+path}', { path: 'a/b c.txt' }, 'file:///a/b%20c.txt'],
  ['https://a.test/find{?q,page}', { q: 'x&y' }, 'https://a.test/find?q=x%26y'],
  ['https://a.test/find{?q}{&page}', { q: 'x', page: '2' }, 'https://a.test/find?q=x&page=2'],
  ['a://b{/one,two}{#rest}', { one: '1', two: '2', rest: 'r/s' }, 'a://b/1/2#r/s'],
  ['a://{list*}', { list: 'x' }, 'a://x'],
  ['a://{missing}', {}, 'a://'],
])('%s gives an address', (template, values, uri) => expect(expandTemplate(template, values)).toBe(uri));

test('the variables of a template are told once, with the ones that may be missing', () => {
  expect(templateVariables('a://{id}/{+path}{?q,id:3}')).toEqual([
    { name: 'id', isOptional: true },
    { name: 'path', isOptional: false },
    { name: 'q', isOptional: true },
  ]);
});
