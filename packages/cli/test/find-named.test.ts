import { findNamed } from '../src/platform/find/find-named.ts';
import type { NamedItem, NamedKind } from '../src/platform/find/named-kinds.ts';

/** A kind whose list are these items; it counts the items that were read. */
function kindOf(items: readonly NamedItem[], isUnique = false): NamedKind & { read: number } {
  const kind = {
    noun: 'suite',
    plural: 'suites',
    isUnique,
    listedBy: 'suite list',
    read: 0,
    async *list() {
      for (const item of items) {
        kind.read++;
        yield item;
      }
    },
  } satisfies NamedKind & { read: number };
  return kind;
}

const named = (...names: string[]): NamedItem[] =>
  names.map((name, i) => ({ id: `suite_${i}`, name, fact: `fact ${i}` }));
const find = (kind: NamedKind, text: string, isExact = false) =>
  findNamed({} as Parameters<typeof findNamed>[0], kind, text, { projectId: 'default' }, { isExact, when: String });

test.each([
  ['the exact name before one that differs in case', ['helpdesk', 'Helpdesk'], 'Helpdesk', 1],
  ['a name that differs in case before one that begins so', ['Helpdesk 2', 'HELPDESK'], 'helpdesk', 1],
  ['the only name that begins so', ['Other', 'Helpdesk regression'], 'help', 1],
  ['a name with a slash, a colon and blanks', ['a', 'team/api: nightly run'], 'team/api: nightly run', 1],
  ['a name in another normal form of Unicode', ['a', 'Caf\u00e9'], 'Cafe\u0301', 1],
])('a search finds %s', async (_, names, text, at) => {
  expect(await find(kindOf(named(...names)), text)).toMatchObject({ id: `suite_${at}` });
});

test('a search for a unique name ends with the first exact match', async () => {
  const kind = kindOf(named('a', 'b', 'c', 'd'), true);
  await find(kind, 'b');
  expect(kind.read).toBe(2);
});

test('two objects of one name are an error that lists both with id and fact', async () => {
  await expect(find(kindOf(named('Nightly', 'x', 'Nightly')), 'Nightly')).rejects.toMatchObject({
    exitCode: 2,
    message: [
      'two suites match "Nightly":',
      '  Nightly   suite_0   fact 0',
      '  Nightly   suite_2   fact 2',
      'Give the id.',
    ].join('\n'),
  });
});

test('names that begin alike are listed, at most five of them', async () => {
  const names = Array.from({ length: 7 }, (_, i) => `Helpdesk ${i}`);
  const { message } = await find(kindOf(named(...names)), 'Helpdesk').then(
    () => new Error(),
    (error: Error) => error,
  );
  const lines = message.split('\n');
  expect(lines[0]).toBe('7 suites match "Helpdesk":');
  expect(lines.slice(-2)).toEqual(['  … 2 more', 'Give the whole name, or the id.']);
  expect(lines).toHaveLength(8);
});

test('a name that begins another one is not enough where the whole name is asked for', async () => {
  await expect(find(kindOf(named('production')), 'prod', true)).rejects.toMatchObject({
    exitCode: 2,
    message: 'there is no suite "prod". Did you mean "production"?',
  });
});

test('an unknown name is told with the nearest one and the command that lists them', async () => {
  await expect(find(kindOf(named('Helpdesk smoke', 'other')), 'Helpdesk smoek')).rejects.toMatchObject({
    exitCode: 2,
    message: 'there is no suite "Helpdesk smoek". Did you mean "Helpdesk smoke"?',
    hints: ['assay suite list'],
  });
});

test('control characters of names are shown as pictures', async () => {
  const kind = kindOf(named('a\u001b[31m', 'a\u001b[31m'));
  await expect(find(kind, 'a\u001b[31m')).rejects.toMatchObject({ message: expect.not.stringContaining('\u001b') });
});
