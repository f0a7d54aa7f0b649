import { useQuery } from '@tanstack/react-query';
import { Button } from '../../components/button/button.tsx';
import { Check } from '../../components/field/check.tsx';
import { TextField } from '../../components/field/field.tsx';
import { ActionError, Part } from '../../components/part/part.tsx';
import { Section } from '../../components/section/section.tsx';
import { client } from '../../data/client.ts';
import { operationQuery, type ReplyOf } from '../../data/operations.ts';
import { useAction } from '../../data/use-action.ts';
import { useKeptEdit } from '../../lib/kept-edit.ts';
import { useKeys } from '../../lib/keys.ts';
import type { ServerRead } from '../server/server-tab.ts';
import type { Report, Requirement } from './requirement-rows.ts';

type Facts = ReplyOf<'getReadinessFacts'>['facts'];

/** Requirements that are stated by an address or a contact: its text is what shows it. */
const TEXTS: Record<string, [label: string, placeholder: string]> = {
  'privacy-policy': ['Privacy policy', 'https://'],
  support: ['Support contact', 'address or https://'],
  documentation: ['Documentation, with three examples', 'https://'],
};
/** The note of a fact that is stated by a tick. */
const TICKED = 'Stated by the submitter.';

/** Facts have no revision: an edit of them is kept until it is sent. */
const ONLY_REVISION = 0;

/** The notes of met requirements, by their ids. */
type Notes = Readonly<Record<string, string>>;

const notesOf = (facts: Facts): Notes =>
  Object.fromEntries(facts.filter(({ met }) => met).map(({ requirementId, note }) => [requirementId, note]));

const shortOf = ({ id }: Requirement): string => id.slice(id.indexOf('.') + 1);

/** The facts that only the submitter knows; they are kept with the server and sent with each grading. */
export function FactsForm({
  kind,
  report,
  server,
  isRunning,
  onKept,
}: {
  kind: 'claude' | 'openai';
  report: Report;
  server: ServerRead;
  isRunning: boolean;
  onKept: () => void;
}) {
  const address = { projectId: server.projectId, serverId: server.id };
  const kept = useQuery(operationQuery('getReadinessFacts', address, { readinessKind: kind }));
  const statable = report.requirements.filter((each) => each.statable);
  if (statable.length === 0) return null;
  const missing = report.requirements.filter(({ result }) => result === 'notEvaluated');
  const others = missing.filter((each) => !each.statable).length;
  return (
    <Section
      id="facts"
      title="What only you can say"
      about={`${statable.length} requirements${others > 0 ? `; ${others} more come from runs` : ''}`}
    >
      <Part of={kept} what="facts" rows={4}>
        {({ facts }) => <StatedFacts {...{ kind, address, statable, isRunning, onKept }} known={facts} />}
      </Part>
    </Section>
  );
}

/** The fields of the facts; they begin with the kept facts, because a save replaces all of them. */
function StatedFacts({
  kind,
  address,
  statable,
  known,
  isRunning,
  onKept,
}: {
  kind: 'claude' | 'openai';
  address: { projectId: string; serverId: string };
  statable: readonly Requirement[];
  known: Facts;
  isRunning: boolean;
  onKept: () => void;
}) {
  const edit = useKeptEdit<Notes>(`readiness facts of ${kind} of ${address.serverId}`, {
    revision: ONLY_REVISION,
    value: notesOf(known),
  });
  const notes = edit.value;
  const keep = useAction(
    (facts: { requirementId: string; met: boolean; note: string }[]) =>
      client.setReadinessFacts(address, { readinessKind: kind, facts }),
    {
      changes: ['getReadinessFacts'],
      onDone: ({ facts }) => {
        edit.begin({ revision: ONLY_REVISION, value: notesOf(facts) });
        onKept();
      },
    },
  );
  const stated = Object.entries(notes).filter(([, note]) => note.trim() !== '');
  const send = (): void => {
    if (!isRunning && !keep.isRunning) keep.run(factsOf(stated, known));
  };
  useKeys([{ keys: ['mod+Enter'], run: send }]);
  const set = (id: string, note: string): void => edit.change({ ...notes, [id]: note });
  return (
    <div className="frame facts-form">
      {statable.map((each) => {
        const text = TEXTS[shortOf(each)];
        return (
          text && (
            <TextField
              key={each.id}
              label={text[0]}
              placeholder={text[1]}
              value={notes[each.id] ?? ''}
              onValue={(note) => set(each.id, note)}
            />
          )
        );
      })}
      <ul>
        {statable
          .filter((each) => !TEXTS[shortOf(each)])
          .map((each) => (
            <li key={each.id}>
              <Check isOn={(notes[each.id] ?? '') !== ''} onChange={(isOn) => set(each.id, isOn ? TICKED : '')}>
                {each.requirement.replace(/\.$/, '')}
              </Check>
            </li>
          ))}
      </ul>
      <div className="row wrap">
        <Button keyHint="mod+Enter" disabled={isRunning || keep.isRunning} onClick={send}>
          {stated.length === 0
            ? 'Grade again without facts'
            : `Grade again with ${stated.length === 1 ? 'this' : `these ${stated.length}`}`}
        </Button>
      </div>
      <ActionError error={keep.error} />
      <p className="small faint">Kept with the server, and sent unchanged with every grading.</p>
    </div>
  );
}

/** The stated facts; facts that say that a requirement is not met stay as they are kept. */
const factsOf = (stated: [id: string, note: string][], known: Facts) => [
  ...stated.map(([requirementId, note]) => ({ requirementId, met: true, note })),
  ...known
    .filter(({ met, requirementId }) => !met && stated.every(([id]) => id !== requirementId))
    .map(({ requirementId, met, note }) => ({ requirementId, met, note })),
];
