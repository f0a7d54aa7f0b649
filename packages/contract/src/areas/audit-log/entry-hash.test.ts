import { hash } from 'node:crypto';
import type { AuditEntry } from './documents.ts';
import { auditEntryHash, chainFaults } from './entry-hash.ts';

const sha256 = (text: string) => hash('sha256', text, 'hex');

const chain = (): AuditEntry[] => {
  const entries: AuditEntry[] = [];
  for (const number of [1, 2, 3, 4]) {
    const previousHash = entries.at(-1)?.hash;
    const entry = {
      id: `audit_${number}`,
      at: number,
      operation: 'updateEvalSuite',
      actor: { userId: 'usr', email: 'now@acme.example' },
      target: { suiteId: 's' },
      before: { name: 'a', tags: { b: 1, a: 2 } },
      outcome: 'done' as const,
      requestId: 'req',
    };
    entries.push({
      ...entry,
      ...(previousHash && { previousHash }),
      hash: auditEntryHash(sha256, previousHash, entry),
    });
  }
  return entries;
};

test('the hash of an entry depends neither on the order of keys nor on fields that reads look up', () => {
  const [entry] = chain();
  const other = { ...entry!, actor: { email: 'other@acme.example', userId: 'usr' }, changed: ['name'] };
  expect(auditEntryHash(sha256, undefined, { ...other, before: { tags: { a: 2, b: 1 }, name: 'a' } })).toBe(
    entry!.hash,
  );
});

test.each<[string, (entries: AuditEntry[]) => AuditEntry[], object[]]>([
  ['as it was written', (all) => all, []],
  ['without its oldest entries, which retention deleted', (all) => all.slice(2), []],
  [
    'with a changed entry',
    (all) => all.with(1, { ...all[1]!, at: 7 }),
    [{ entry: 2, id: 'audit_2', fault: 'changed' }],
  ],
  [
    'with a changed actor',
    (all) => all.with(3, { ...all[3]!, actor: { userId: 'usr_else' } }),
    [{ entry: 4, id: 'audit_4', fault: 'changed' }],
  ],
  ['without an entry', (all) => all.toSpliced(1, 1), [{ entry: 2, id: 'audit_3', fault: 'predecessor missing' }]],
  [
    'with an entry that was rewritten with its hash',
    (all) =>
      all.with(1, { ...all[1]!, at: 7, hash: auditEntryHash(sha256, all[1]!.previousHash, { ...all[1]!, at: 7 }) }),
    [{ entry: 3, id: 'audit_3', fault: 'predecessor missing' }],
  ],
])('a log %s', (_, change, faults) => expect([...chainFaults(sha256, change(chain()))]).toEqual(faults));
