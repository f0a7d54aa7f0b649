import type { ReactNode } from 'react';
import type { MarkKind } from '../../components/mark/mark.tsx';
import { writeCount, writeCountOf } from '../../lib/format/numbers.ts';
import { visibleText } from '../../lib/visible-text.ts';
import type { HeldResource } from './resource-tree.ts';
import { misdeclared, type ResourceRead } from './use-reads.ts';

/** The verdict over the resources that were read: whether each is what its server declares. */
export function resourcesVerdict(
  held: readonly HeldResource[],
  reads: ReadonlyMap<string, ResourceRead>,
  isListing: boolean,
): { kind: MarkKind; word: string; rest: ReactNode } {
  const done = [...reads.values()].filter(({ kind }) => kind === 'read');
  const wrong = done.filter((read) => misdeclared(read) !== undefined).length;
  if (done.length === 0) {
    const listed = held.filter(({ kind }) => kind === 'listed').length;
    const templates = held.filter(({ kind }) => kind === 'template').length;
    return isListing
      ? { kind: 'running', word: 'Asking for its lists.', rest: undefined }
      : {
          kind: 'pending',
          word: 'Nothing was read yet.',
          rest: `${writeCountOf(listed, 'resource')} and ${writeCountOf(templates, 'template')} are declared.`,
        };
  }
  if (wrong === 0)
    return {
      kind: 'passed',
      word:
        done.length === 1
          ? '1 resource is what it declares.'
          : `${writeCount(done.length)} resources are what they declare.`,
      rest: done.length < held.length ? 'The others were not read.' : undefined,
    };
  const right = done.length - wrong;
  return {
    kind: 'warning',
    word: `${writeCount(wrong)} of ${writeCountOf(done.length, 'resource')} ${wrong === 1 ? 'is not what it declares' : 'are not what they declare'}.`,
    rest:
      right === 0
        ? undefined
        : right === 1
          ? '1 is served as declared.'
          : `${writeCount(right)} are served as declared.`,
  };
}

/** The first resource that is not what it declares, in a sentence. */
export function ResourcesWhy({
  reads,
  held,
}: {
  reads: ReadonlyMap<string, ResourceRead>;
  held: readonly HeldResource[];
}) {
  const facts = [...reads.values()].flatMap((read) => misdeclared(read) ?? []);
  const [first] = facts;
  if (!first) {
    const linked = held.filter(({ kind }) => kind === 'linked').length;
    return (
      <>
        The served type of a resource is compared with the declared one when it is read.
        {linked > 0 && ` ${writeCountOf(linked, 'address', 'addresses')} that no list has were in results of tools.`}
      </>
    );
  }
  return (
    <>
      <code>{visibleText(first.uri)}</code> is declared as <code>{visibleText(first.declaredMimeType ?? '')}</code>, and
      comes as <code>{visibleText(first.mimeType ?? '')}</code>.{facts.length > 1 && ` So do ${facts.length - 1} more.`}
    </>
  );
}
