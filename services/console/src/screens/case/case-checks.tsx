import { useState } from 'react';
import type { EvalAssertion, EvalStandardCheckId, EvalStepAssertion } from '@assay/sdk';
import { Button } from '../../components/button/button.tsx';
import { Inheritance, type InheritedRow } from '../../components/inheritance/inheritance.tsx';
import type { MarkKind } from '../../components/mark/mark.tsx';
import { MoreMenu } from '../../components/menu/menu.tsx';
import { AssertionWords, assertionNameOf } from '../../lib/words/assertion-words.tsx';
import { AssertionEditor, newAssertion, type AssertionTypes } from './assertion-editor.tsx';
import type { CaseEdit } from './case-edit.ts';

/**
 * The standard check that a check of a suite is: of its type, and about all tools. Undefined for a check that cannot be
 * suppressed.
 */
export function standardIdOf(check: EvalStepAssertion, types: AssertionTypes): EvalStandardCheckId | undefined {
  if ('toolName' in check && check.toolName !== undefined) return undefined;
  return types.standardChecks.find(({ assertion }) => assertion.type === assertionNameOf(check))?.id;
}

/** The checks of the whole trial of a case: the suite's checks, its own checks, and which of the suite's are left out. */
export function CaseChecks({
  edit,
  onEdit,
  suiteChecks,
  types,
  markOf,
}: {
  edit: CaseEdit;
  onEdit: (edit: CaseEdit) => void;
  suiteChecks: readonly EvalStepAssertion[];
  types: AssertionTypes;
  /** The verdict of a check on the trial that is shown. */
  markOf: (assertion: EvalStepAssertion) => MarkKind;
}) {
  const [open, setOpen] = useState<number>();
  const { mode = 'inherit', list = [] } = edit.checks ?? {};
  const off = edit.suppressedSuiteStandardCheckIds ?? [];
  const setList = (next: EvalAssertion[], nextMode = mode === 'inherit' ? 'extend' : mode): void =>
    onEdit({ ...edit, checks: { mode: nextMode, list: next } });
  const suppress = (ids: EvalStandardCheckId[]): void => {
    const { suppressedSuiteStandardCheckIds: _before, ...rest } = edit;
    onEdit(ids.length > 0 ? { ...rest, suppressedSuiteStandardCheckIds: ids.toSorted() } : rest);
  };
  const inherited = suiteChecks.map((assertion, index): InheritedRow => {
    const id = standardIdOf(assertion, types);
    const isSuppressed = mode === 'replace' || (id !== undefined && off.includes(id));
    return {
      id: `suite ${index}`,
      mark: markOf(assertion),
      name: assertionNameOf(assertion),
      words: <AssertionWords assertion={assertion} />,
      origin: id === undefined ? 'from the suite' : 'standard',
      isSuppressed,
      actions:
        id === undefined || mode === 'replace' ? undefined : isSuppressed ? (
          <Button look="quiet" small icon="undo" onClick={() => suppress(off.filter((each) => each !== id))}>
            Use again
          </Button>
        ) : (
          <MoreMenu
            label={`Actions of ${assertionNameOf(assertion)}`}
            actions={[{ word: 'Do not apply to this case', run: () => suppress([...off, id]) }]}
          />
        ),
    };
  });
  const own = mode === 'inherit' ? [] : list;
  const rows = own.map((assertion, index): InheritedRow => {
    const isOpen = open === index;
    return {
      id: `case ${index}`,
      mark: markOf(assertion),
      name: assertionNameOf(assertion),
      words: <AssertionWords assertion={assertion} />,
      origin: 'this case',
      actions: (
        <MoreMenu
          label={`Actions of ${assertionNameOf(assertion)}`}
          actions={[
            { word: isOpen ? 'Close' : 'Edit', run: () => setOpen(isOpen ? undefined : index) },
            { word: 'Remove', run: () => setList(own.toSpliced(index, 1)) },
          ]}
        />
      ),
      ...(isOpen && {
        editor: (
          <AssertionEditor
            assertion={assertion}
            types={types}
            isInStep={false}
            onAssertion={(next) => setList(own.with(index, next as EvalAssertion))}
          />
        ),
      }),
    };
  });
  const add = (): void => {
    setList([...own, newAssertion('noToolErrors', types) as EvalAssertion]);
    setOpen(own.length);
  };
  return (
    <Inheritance
      title="Checks of the whole trial"
      mode={mode}
      onMode={(next) => {
        const { checks: _before, ...rest } = edit;
        onEdit(next === 'inherit' && list.length === 0 ? rest : { ...rest, checks: { mode: next, list } });
      }}
      rows={[...inherited, ...rows]}
      foot={
        <div className="step-foot">
          <Button small icon="assertion" onClick={add}>
            Check
          </Button>
        </div>
      }
    />
  );
}
