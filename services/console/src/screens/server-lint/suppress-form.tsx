import { useEffect, useRef } from 'react';
import type { CreateLintSuppression } from '@assay/sdk';
import { Button } from '../../components/button/button.tsx';
import { TextField } from '../../components/field/field.tsx';
import { Time } from '../../components/figures/figures.tsx';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { ActionError, Part } from '../../components/part/part.tsx';
import { Segments } from '../../components/segments/segments.tsx';
import { showToast } from '../../components/toast/toast-queue.ts';
import { client } from '../../data/client.ts';
import { useOperation } from '../../data/operations.ts';
import { useAction } from '../../data/use-action.ts';
import { useKeptEdit, type Revised } from '../../lib/kept-edit.ts';
import type { LintRow } from './lint-rows.ts';

type Scope = 'these' | 'item' | 'server';
const NOTHING_TYPED: Revised<{ reason: string; scope: Scope }> = { revision: 0, value: { reason: '', scope: 'these' } };
const CHANGES = ['lintServer', 'listLintSuppressions'] as const;

/** Suppresses a row, its rule on the item, or its rule on the server; the reason is for the next reader. */
export function SuppressForm({
  row,
  address,
  suppressing,
}: {
  row: LintRow;
  address: { projectId: string; serverId: string };
  suppressing: number;
}) {
  // A reason that is typed stays while another row is looked at.
  const edit = useKeptEdit(`suppression of ${row.id} of ${address.serverId}`, NOTHING_TYPED);
  const { reason, scope } = edit.value;
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (suppressing > 0) place.current?.querySelector('input')?.focus();
  }, [suppressing]);
  const undo = useAction((suppressionId: string) => client.deleteLintSuppression({ ...address, suppressionId }), {
    changes: CHANGES,
  });
  const suppress = useAction((input: CreateLintSuppression) => client.createLintSuppression(address, input), {
    changes: CHANGES,
    onDone: ({ id }) => {
      edit.discard();
      showToast({
        kind: 'passed',
        title: 'The findings are suppressed.',
        action: { word: 'Undo', run: () => undo.run(id) },
      });
    },
  });
  const send = (): void => {
    if (reason.trim() !== '') suppress.run({ ruleId: row.ruleId, reason, ...scopeOf(row, scope) });
  };
  const count = row.findings.length;
  return (
    <div ref={place}>
      <h3>Suppress</h3>
      <TextField
        label="Why this is right as it is"
        placeholder="A reason, for the next reader"
        value={reason}
        onValue={(value) => edit.change({ reason: value, scope })}
        onKeyDown={(event) => {
          if (event.key === 'Enter') send();
        }}
      />
      <div className="row wrap lint-actions">
        <Segments
          label="What is suppressed"
          value={scope}
          onChange={(value) => edit.change({ reason, scope: value })}
          options={
            row.kind === 'server'
              ? [['server', 'Rule, this server']]
              : [
                  ['these', count === 1 ? 'This one' : `These ${count}`],
                  ['item', row.kind === 'tool' ? 'Rule, this tool' : 'Rule, this item'],
                  ['server', 'Rule, this server'],
                ]
          }
        />
        <Button
          small
          keyHint="z"
          disabled={reason.trim() === '' || suppress.isRunning}
          title={reason.trim() === '' ? 'A reason is needed.' : undefined}
          onClick={send}
        >
          {suppress.isRunning ? 'Suppressing…' : 'Suppress'}
        </Button>
      </div>
      <ActionError error={suppress.error ?? undo.error} />
    </div>
  );
}

function scopeOf({ kind, name, findings }: LintRow, scope: Scope): Pick<CreateLintSuppression, 'item' | 'paths'> {
  if (scope === 'server' || kind === 'server') return {};
  const item = { kind, name };
  return scope === 'item' ? { item } : { item, paths: findings.map(({ location }) => location.path) };
}

/** Why findings are suppressed, and how they are reported again. */
export function Suppressed({
  suppressionId,
  address,
}: {
  suppressionId: string;
  address: { projectId: string; serverId: string };
}) {
  const kept = useOperation('listLintSuppressions', address);
  const members = useOperation('listProjectMembers', { projectId: address.projectId });
  const undo = useAction(() => client.deleteLintSuppression({ ...address, suppressionId }), { changes: CHANGES });
  return (
    <Part of={kept} what="suppressions" rows={2}>
      {({ items }) => {
        const found = items.find(({ id }) => id === suppressionId);
        if (!found) return null;
        const by = members.data?.items.find(({ userId }) => userId === found.createdBy);
        return (
          <>
            <h3>Suppressed</h3>
            <p>
              “<Foreign text={found.reason} />”
            </p>
            <p className="small faint">
              {by && (
                <>
                  <Foreign text={by.name ?? by.email} />,{' '}
                </>
              )}
              <Time time={found.createdAt} />
              {found.paths ? ', of these places' : found.item ? ', of the whole item' : ', of the whole server'}
            </p>
            <div className="row lint-actions">
              <Button small disabled={undo.isRunning} onClick={() => undo.run(undefined)}>
                Report again
              </Button>
            </div>
            <ActionError error={undo.error} />
          </>
        );
      }}
    </Part>
  );
}
