import { useQuery } from '@tanstack/react-query';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { Note } from '../../components/note/note.tsx';
import { useShownPlace } from '../../components/shell/use-shown-place.ts';
import { operationQuery } from '../../data/operations.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { mayStart } from './may-start.ts';
import type { Endpoint, PublishedDetail } from './registry-words.tsx';

interface Plan {
  server: { command?: string; args?: string[]; envNames: string[] };
  runnerLabels: string[];
  warnings?: { message: string }[];
}

/** Labels of runners as a sentence has them: `labels stdio, berlin`. */
const labelsText = (labels: readonly string[]): string =>
  `${labels.length > 1 ? 'labels' : 'label'} ${visibleText(labels.join(', '))}`;

/** At most this many runners are named. */
const SHOWN = 4;

/**
 * The command that an install would run, with what rights, and which live runners could start it. Operations: getProject,
 * listRunners.
 */
export function CommandPlan({
  projectId,
  card,
  endpoint,
  planned,
}: {
  projectId: string;
  card: PublishedDetail;
  endpoint: Endpoint;
  planned: Plan | undefined;
}) {
  const words = [planned?.server.command ?? endpoint.command ?? '', ...(planned?.server.args ?? endpoint.args ?? [])];
  const secrets = endpoint.inputs.filter((input) => input.in === 'env');
  const [warning] = planned?.warnings ?? [];
  const labels = planned?.runnerLabels ?? ['stdio'];
  return (
    <>
      <Note kind="warning" title="It would run on a runner">
        With the rights, the files and the network of a runner with the {labelsText(labels)}, from the first diagnosis
        on. Version <Foreign text={card.version} /> of the package is not pinned by a hash.
      </Note>
      <pre className="code">
        <Foreign text={words.join(' ')} />
        {secrets.map(({ name, isSecret }) => (
          <span key={name}>
            {'\n'}
            <Foreign text={name} />={isSecret ? <mark>a secret you choose</mark> : 'a value you choose'}
          </span>
        ))}
      </pre>
      <LiveRunners projectId={projectId} labels={labels} />
      {warning && (
        <p className="small faint">
          <Foreign text={warning.message} />
        </p>
      )}
    </>
  );
}

/** The runners of this moment that have every label that the command needs. */
function LiveRunners({ projectId, labels }: { projectId: string; labels: readonly string[] }) {
  const { organizationId } = useShownPlace();
  const runners = useQuery({
    ...operationQuery('listRunners', { organizationId: organizationId ?? '' }),
    enabled: organizationId !== undefined,
  });
  if (!runners.data) return undefined;
  const able = runners.data.items.filter((runner) => mayStart(runner, { projectId, labels }));
  if (able.length === 0)
    return (
      <Note kind="open" title="No live runner could start it">
        A runner with the {labelsText(labels)} has to be started first.
      </Note>
    );
  return (
    <p className="small muted">
      Could be started by{' '}
      {able.slice(0, SHOWN).map(({ id, name }, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <b>
            <Foreign text={name} />
          </b>
        </span>
      ))}
      {able.length > SHOWN && ` and ${able.length - SHOWN} more`}, live at this moment.
    </p>
  );
}
