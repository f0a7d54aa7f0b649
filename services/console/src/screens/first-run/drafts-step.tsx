import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Button, ButtonLink } from '../../components/button/button.tsx';
import { Check } from '../../components/field/check.tsx';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { Note } from '../../components/note/note.tsx';
import { Outcome } from '../../components/outcome/outcome.tsx';
import { ActionError, Part } from '../../components/part/part.tsx';
import { Section } from '../../components/section/section.tsx';
import { client } from '../../data/client.ts';
import { operationQuery, type ReplyOf } from '../../data/operations.ts';
import { useAction } from '../../data/use-action.ts';
import { writeCountOf } from '../../lib/format/numbers.ts';
import { useKeys } from '../../lib/keys.ts';
import { RULES } from './start-drafts.ts';
import { useFirstRun } from './use-first-run.ts';
import { FirstDiagnosis } from './first-diagnosis.tsx';

type Job = ReplyOf<'getEvalAuthoringJob'>;
type Draft = Job['drafts'][number];
interface JobAddress {
  projectId: string;
  suiteId: string;
  jobId: string;
}

/** How often the job is asked while it drafts, in milliseconds. */
const POLL_MS = 700;
/** The words that are kept with a doubt that the person accepts by keeping its draft. */
const ACCEPTED = 'Kept in the first run, with the made-up value.';

/**
 * The third step: drafted cases, kept or left out. Operations: getEvalAuthoringJob, reviewEvalCaseDraft,
 * commitEvalAuthoringJob, createEvalRun, runDoctor.
 */
export function DraftsStep({ address, serverId }: { address: JobAddress; serverId: string }) {
  const { projectId, suiteId } = address;
  const { goTo } = useFirstRun();
  const job = useQuery({
    ...operationQuery('getEvalAuthoringJob', address),
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? POLL_MS : false),
  });
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const drafts = job.data?.drafts ?? [];
  const kept = drafts.filter(({ draftId }) => !left.has(draftId));
  const run = useAction(async () => keepAndRun(address, kept), {
    changes: ['listEvalSuites', 'listEvalCases', 'listEvalRuns'],
    onDone: (runId) => goTo({ step: 'run', server: serverId, suite: suiteId, job: address.jobId, run: runId }),
  });
  const start = (): void => {
    if (kept.length > 0 && job.data?.status === 'completed' && !run.isRunning) run.run(undefined);
  };
  useKeys([{ keys: ['mod+Enter'], label: 'continue', run: start }]);
  return (
    <div className="cols c32">
      <div>
        <Part of={job} what="drafts" rows={5}>
          {(data) =>
            data.status === 'pending' ? (
              <Section title={<span role="status">Drafting cases from the tools…</span>}>{undefined}</Section>
            ) : data.status === 'failed' || data.drafts.length === 0 ? (
              <Note
                kind="open"
                title="No case could be drafted"
                action={
                  <ButtonLink small takesFocus to="/p/$projectId/suites/$suiteId" params={{ projectId, suiteId }}>
                    Write a case
                  </ButtonLink>
                }
              >
                <Foreign text={data.error ?? 'The server has no tool that can be called without being asked.'} />
              </Note>
            ) : (
              <DraftList
                data={data}
                left={left}
                onToggle={(id) => setLeft((before) => before.symmetricDifference(new Set([id])))}
              />
            )
          }
        </Part>
        <ActionError error={run.error} />
        {drafts.length > 0 && (
          <div className="row wrap first-run-actions">
            <Button
              look="primary"
              keyHint="mod+Enter"
              autoFocus
              disabled={kept.length === 0 || run.isRunning}
              onClick={start}
            >
              {run.isRunning
                ? 'Launching…'
                : `Keep ${writeCountOf(kept.length, 'case')} and run ${kept.length === 1 ? 'it' : 'them'}`}
            </Button>
            <ButtonLink to="/p/$projectId/suites/$suiteId" params={{ projectId, suiteId }}>
              Write a case myself
            </ButtonLink>
            <Button look="quiet" onClick={() => goTo({ step: 'doctor' })}>
              Back
            </Button>
          </div>
        )}
      </div>
      <div>
        <FirstDiagnosis address={{ projectId, serverId }} />
        <Section title="The same, in a terminal">
          <pre className="code">
            {`call $api/projects/$project/eval-suites/$suite/cases/generate \\
  -d '{"caseModels": [{"model": "${RULES}"}]}'
call $api/projects/$project/eval-runs -d '{"suiteId": "'$suite'"}'`}
          </pre>
          <p className="small faint first-run-hint">
            Every screen of the console has its request in the line at the bottom.
          </p>
        </Section>
      </div>
    </div>
  );
}

function DraftList({
  data,
  left,
  onToggle,
}: {
  data: Job;
  left: ReadonlySet<string>;
  onToggle: (draftId: string) => void;
}) {
  return (
    <Section
      title={<span role="status">{writeCountOf(data.drafts.length, 'case')} drafted from the tools</span>}
      about={
        data.generationModel === RULES || data.generationModel === undefined
          ? `by ${RULES}: no model, no cost`
          : `by ${data.generationModel}`
      }
    >
      <div className="frame">
        <table>
          <thead>
            <tr>
              <th className="mark-cell" aria-label="Kept" />
              <th scope="col">Case</th>
              <th scope="col">Calls</th>
              <th scope="col">Doubt</th>
            </tr>
          </thead>
          <tbody>
            {data.drafts.map((draft) => (
              <tr key={draft.draftId}>
                <td className="mark-cell">
                  <Check
                    isOn={!left.has(draft.draftId)}
                    aria-label={`Keep ${draft.case.title}`}
                    onChange={() => onToggle(draft.draftId)}
                  />
                </td>
                <td className="fill-cell cut">
                  <Foreign text={draft.case.title} />
                </td>
                <td className="fit-cell">
                  <code className="small">
                    <Foreign text={callsOf(draft)} />
                  </code>
                </td>
                <td className="fit-cell small">
                  <Doubt draft={draft} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {data.warnings.map((warning) => (
        <p key={warning} className="small faint first-run-foot">
          <Foreign text={warning} />
        </p>
      ))}
    </Section>
  );
}

/** The tools that the steps of a draft call, or expect to be called. */
function callsOf({ case: { steps, checks } }: Draft): string {
  const names = new Set(
    [...JSON.stringify([steps, checks ?? null]).matchAll(/"toolName":"((?:[^"\\]|\\.)*)"/g)].map(([, name]) => name!),
  );
  return names.size === 0 ? 'none' : [...names].slice(0, 3).join(', ') + (names.size > 3 ? ` +${names.size - 3}` : '');
}

function Doubt({ draft }: { draft: Draft }) {
  const open = draft.issues.filter(({ resolution }) => resolution === undefined);
  if (open.length === 0) return <span className="faint">–</span>;
  const [first] = open;
  const word = first!.code === 'argument_guessed' ? 'made-up argument' : first!.code.replaceAll('_', ' ');
  return (
    <span title={open.map(({ message }) => message).join('\n')}>
      <Outcome kind="warning" word={open.length > 1 ? `${word} +${open.length - 1}` : word} calm />
    </span>
  );
}

/** Accepts the doubts of the drafts that the person keeps, writes them as cases, and launches a run of the suite. */
async function keepAndRun({ projectId, suiteId, jobId }: JobAddress, drafts: readonly Draft[]): Promise<string> {
  for (const { draftId, revision, issues, additions } of drafts) {
    const resolutions = issues.flatMap(({ blocking, resolution }, issue) =>
      blocking && resolution === undefined ? [{ issue, resolution: ACCEPTED }] : [],
    );
    if (resolutions.length > 0 || additions.length > 0)
      await client.reviewEvalCaseDraft(
        { projectId, suiteId, jobId, draftId },
        { expectedRevision: revision, resolutions, acceptAdditions: additions.map(({ id }) => id) },
      );
  }
  const draftIds = drafts.map(({ draftId }) => draftId);
  await client.commitEvalAuthoringJob({ projectId, suiteId, jobId }, { draftIds });
  return (await client.createEvalRun({ projectId }, { suiteId })).runId;
}
