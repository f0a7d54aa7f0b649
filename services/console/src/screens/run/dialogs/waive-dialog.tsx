import './run-dialogs.css';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { EvalRun } from '@assay/sdk';
import { Button } from '../../../components/button/button.tsx';
import { Dialog } from '../../../components/dialog/dialog.tsx';
import { SelectField, TextArea } from '../../../components/field/field.tsx';
import { Foreign } from '../../../components/foreign/foreign.tsx';
import { Mark } from '../../../components/mark/mark.tsx';
import { ActionError } from '../../../components/part/part.tsx';
import { client } from '../../../data/client.ts';
import { useOperation } from '../../../data/operations.ts';
import { useAction } from '../../../data/use-action.ts';
import { writeCountOf } from '../../../lib/format/numbers.ts';
import { writeTime } from '../../../lib/format/times.ts';
import { SendKey } from './send-key.tsx';

const route = getRouteApi('/shell/p/$projectId/runs/$runId');
const DAY = 86_400_000;
const DAYS = [1, 3, 7, 14, 30];
const MAX_REASON = 500;
const HOUR = 3_600_000;

/** The whole hour before that number of days is over: at most 30 days ahead. */
const endOf = (now: number, days: number): number => Math.floor((now + days * DAY) / HOUR) * HOUR;

/** Lets a run pass in spite of its gate, for a while and for a reason. Operations: getEvalRunGate, waiveEvalGate. */
export function WaiveDialog({ run, onClose }: { run: EvalRun; onClose: () => void }) {
  const { projectId, runId } = route.useParams();
  const gate = useOperation('getEvalRunGate', { projectId, runId });
  const [reason, setReason] = useState('');
  const [days, setDays] = useState('3');
  const [now] = useState(Date.now);
  const until = endOf(now, Number(days));
  const waive = useAction(
    () => client.waiveEvalGate({ projectId, runId }, { reason: reason.trim(), expiresAt: until }),
    {
      changes: ['getEvalRunGate', 'getEvalGateWaiver', 'getEvalRun'],
      onDone: onClose,
    },
  );
  const failed = gate.data?.verdicts.filter(({ status }) => status !== 'passed') ?? [];
  const isReady = reason.trim() !== '' && gate.data?.outcome === 'failed' && !waive.isRunning;
  return (
    <Dialog
      title={`Waive the gate of run ${run.runNumber}?`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Keep it failed</Button>
          <Button look="primary" keyHint="mod+Enter" disabled={!isReady} onClick={() => waive.run(undefined)}>
            Waive until {writeTime(until)}
          </Button>
        </>
      }
    >
      <SendKey run={() => isReady && waive.run(undefined)} />
      <div className="dialog-parts">
        <p>
          The release check passes, and {writeCountOf(failed.length, 'rule')} {failed.length === 1 ? 'stays' : 'stay'}{' '}
          broken. The verdict of the run stays <span className="failed-word">{run.sentence.split('.')[0]}</span>, here
          and in every list.
        </p>
        <TextArea
          label="Why"
          aside={`${reason.length} of ${MAX_REASON} characters`}
          hint="Kept as written, in the audit log and in every check: no secrets here."
          value={reason}
          maxLength={MAX_REASON}
          autoFocus
          onValue={setReason}
        />
        <SelectField
          label="Until"
          hint="At most 30 days. Then the check fails again by itself."
          options={DAYS.map((count) => [String(count), writeTime(endOf(now, count))] as const)}
          value={days}
          onValue={setDays}
        />
        <h3 className="h2">What it lets through</h3>
        <table className="dense">
          <tbody>
            {failed.map((verdict, index) => (
              <tr key={index}>
                <td className="mark-cell flush-left">
                  <Mark kind={verdict.status === 'failed' ? 'failed' : 'open'} />
                </td>
                <td>
                  <Foreign text={verdict.label} />
                </td>
                <td className="num muted">
                  {[verdict.observedText, verdict.thresholdText].filter((text) => text !== undefined).join(', ')}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        {gate.data && gate.data.outcome !== 'failed' && (
          <p className="muted">The gate did not fail: there is nothing to waive.</p>
        )}
        <ActionError error={waive.error ?? gate.error} />
      </div>
    </Dialog>
  );
}
