import '../../components/menu/menu.css';
import { useState } from 'react';
import type { EvalIterationDetail, EvalIterationLabelRequest } from '@assay/sdk';
import { Button } from '../../components/button/button.tsx';
import { Mark } from '../../components/mark/mark.tsx';
import { ActionError } from '../../components/part/part.tsx';
import { client } from '../../data/client.ts';
import { useRoleReason } from '../../data/project-role.ts';
import { useAction } from '../../data/use-action.ts';
import { useOperation } from '../../data/operations.ts';
import { useKeys } from '../../lib/keys.ts';
import type { IterationTarget } from './use-trace.ts';

type Verdict = EvalIterationLabelRequest['verdict'];

const CHOICES: readonly (readonly [verdict: Verdict, key: string, word: string])[] = [
  ['passed', 'p', 'Passed'],
  ['failed', 'f', 'Failed'],
  [null, 'n', 'No label'],
];

/** The label that the reader gives a trial: `l`, then `p`, `f` or `n`. */
export function LabelButton({ target, detail }: { target: IterationTarget; detail: EvalIterationDetail }) {
  const [isOpen, setOpen] = useState(false);
  const me = useOperation('getMe');
  const own = detail.labels.find(({ userId }) => userId === me.data?.id)?.verdict;
  const label = useAction((verdict: Verdict) => client.labelEvalIteration(target, { verdict }), {
    changes: ['getEvalIteration'],
  });
  // The label is shown at once; a refused one gives way to the one before.
  const [given, setGiven] = useState<Verdict>();
  const shown = label.isRunning ? given : own;
  const give = (verdict: Verdict): void => {
    setOpen(false);
    setGiven(verdict);
    label.run(verdict);
  };
  const reason = useRoleReason(target.projectId, 'member');
  useKeys(reason === undefined ? [{ keys: ['l'], label: 'label', run: () => setOpen(true) }] : []);
  return (
    <span className="label-place">
      <Button
        icon="label"
        keyHint="l"
        aria-expanded={isOpen}
        disabled={reason !== undefined}
        title={reason}
        onClick={() => setOpen(!isOpen)}
      >
        {shown === 'passed' || shown === 'failed' ? `Labelled ${shown}` : 'Label'}
      </Button>
      {isOpen && <Choices own={own} onGive={give} onClose={() => setOpen(false)} />}
      <ActionError error={label.error} />
    </span>
  );
}

function Choices({
  own,
  onGive,
  onClose,
}: {
  own: Verdict | undefined;
  onGive: (verdict: Verdict) => void;
  onClose: () => void;
}) {
  useKeys([
    { keys: ['p', 'f', 'n'], label: 'label', run: (key) => onGive(CHOICES.find(([, of]) => of === key)![0]) },
    { keys: ['Escape', 'l'], run: onClose },
  ]);
  return (
    <span className="menu label-choices" role="group" aria-label="Label">
      {CHOICES.map(([verdict, key, word]) => (
        <button
          key={key}
          type="button"
          aria-pressed={(own ?? null) === verdict}
          className="item"
          autoFocus={key === 'p'}
          onClick={() => onGive(verdict)}
        >
          <Mark kind={verdict ?? 'pending'} word="" />
          {word}
          <span className="push" aria-hidden="true">
            <kbd>{key}</kbd>
          </span>
        </button>
      ))}
    </span>
  );
}
