import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { EvalGateReport, EvalGateWaiver, EvalRun } from '@assay/sdk';
import { Button } from '../../../components/button/button.tsx';
import { Confirm } from '../../../components/dialog/confirm.tsx';
import { Time } from '../../../components/figures/figures.tsx';
import { Foreign } from '../../../components/foreign/foreign.tsx';
import { Note } from '../../../components/note/note.tsx';
import { ActionError, Part } from '../../../components/part/part.tsx';
import { Section } from '../../../components/section/section.tsx';
import { client } from '../../../data/client.ts';
import { useRoleReason } from '../../../data/project-role.ts';
import { useOperation } from '../../../data/operations.ts';
import { useAction } from '../../../data/use-action.ts';
import { isUnderWay } from '../run-words.tsx';

const route = getRouteApi('/shell/p/$projectId/runs/$runId');

/** The waiver of the gate that is in force, and the earlier ones. Operations: getEvalGateWaiver, revokeEvalGateWaiver. */
export function Waivers({ run, gate }: { run: EvalRun; gate: EvalGateReport | undefined }) {
  const { projectId, runId } = route.useParams();
  const asked = useOperation('getEvalGateWaiver', { projectId, runId });
  if (isUnderWay(run)) return null;
  if (run.verdict === 'notEstablished')
    return (
      <Section title="Waiver">
        <p className="frame aside-box muted">
          A run without a verdict cannot be waived: there is nothing to let through. The release check stays open.
        </p>
      </Section>
    );
  return (
    <Section title="Waivers of this run">
      <Part of={asked} what="waivers" rows={1}>
        {({ waiver, history }) => (
          <>
            {waiver ? (
              <InForce waiver={waiver} />
            ) : (
              <Note kind="note" title={history.length === 0 ? 'none in force, none earlier' : 'none in force'}>
                {gate?.outcome === 'failed' ? 'The gate failed: the release check does not pass.' : undefined}
              </Note>
            )}
            {history
              .filter(({ active }) => !active)
              .map((each) => (
                <p key={each.id} className="small muted">
                  until <Time time={each.revokedAt ?? each.expiresAt} />: <Foreign text={each.reason} />
                </p>
              ))}
          </>
        )}
      </Part>
    </Section>
  );
}

function InForce({ waiver }: { waiver: EvalGateWaiver }) {
  const { projectId, runId } = route.useParams();
  const [isAsked, ask] = useState(false);
  const reason = useRoleReason(projectId, 'admin');
  const revoke = useAction(() => client.revokeEvalGateWaiver({ projectId, runId, waiverId: waiver.id }), {
    changes: ['getEvalGateWaiver', 'getEvalRunGate', 'getEvalRun'],
    onDone: () => ask(false),
  });
  return (
    <>
      <Note
        kind="warning"
        title={
          <>
            Waived until <Time time={waiver.expiresAt} />
          </>
        }
        action={
          <Button small disabled={reason !== undefined} title={reason} onClick={() => ask(true)}>
            Take back
          </Button>
        }
      >
        <Foreign text={waiver.reason} /> {waiver.createdByEmail !== null && <Foreign text={waiver.createdByEmail} />}
      </Note>
      {isAsked && (
        <Confirm
          title="Take the waiver back?"
          verb="Take the waiver back"
          isRunning={revoke.isRunning}
          onConfirm={() => revoke.run(undefined)}
          onClose={() => ask(false)}
        >
          <p>The release check fails again at once. The waiver stays in the history with its reason.</p>
          <ActionError error={revoke.error} />
        </Confirm>
      )}
    </>
  );
}
