import { Button } from '../../components/button/button.tsx';
import { firstCause } from '../../components/doctor-stages/stages.ts';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { Mark, type MarkKind } from '../../components/mark/mark.tsx';
import { Note } from '../../components/note/note.tsx';
import { ActionError } from '../../components/part/part.tsx';
import { client } from '../../data/client.ts';
import type { ReplyOf } from '../../data/operations.ts';
import { useAction } from '../../data/use-action.ts';
import { useKeys } from '../../lib/keys.ts';
import { writeTime } from '../../lib/format/times.ts';
import { shortName, type Endpoint, type PublishedDetail } from './registry-words.tsx';

type Report = ReplyOf<'diagnoseAddress'>;

/**
 * The facts of a card beside the answers of the server at its address, which is asked when the person wants it. Operations:
 * diagnoseAddress.
 */
export function CardAgainstServer({
  projectId,
  card,
  endpoint,
}: {
  projectId: string;
  card: PublishedDetail;
  endpoint: Endpoint;
}) {
  const { url = '' } = endpoint;
  const isTemplate = /[{}]/.test(url);
  const ask = useAction(() => client.diagnoseAddress({ projectId }, { url }));
  const start = (): void => {
    if (!isTemplate && !ask.isRunning) ask.run(undefined);
  };
  useKeys([{ keys: ['a'], label: 'ask the server', run: start }]);
  const report = ask.reply;
  return (
    <>
      <h3 className="h2 server-part">
        Card against server{' '}
        <span className="faint">
          {report ? `asked ${writeTime(Date.parse(report.generatedAt))}, no tool called` : 'not asked yet'}
        </span>
      </h3>
      <table className="dense tight bleed registry-card">
        <thead>
          <tr>
            <th className="mark-cell" aria-label="Agreement" />
            <th aria-label="Fact" />
            <th scope="col">The card says</th>
            <th scope="col">The server says</th>
          </tr>
        </thead>
        <tbody>
          {rowsOf(card, endpoint, report).map(({ fact, says, answers, kind }) => (
            <tr key={fact}>
              <td className="mark-cell">
                <Mark kind={kind} />
              </td>
              <td className="fit-cell faint">{fact}</td>
              <td className="muted">
                <Foreign text={says} />
              </td>
              <td className={kind === 'warning' ? 'warn' : undefined}>
                <Foreign text={answers} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {report?.status === 'error' && <Unreachable report={report} />}
      <ActionError error={ask.error} />
      <div className="row wrap server-actions">
        <Button
          small
          keyHint="a"
          disabled={isTemplate || ask.isRunning}
          title={isTemplate ? 'Its address has parts that you choose: install it, then diagnose it' : undefined}
          onClick={start}
        >
          {ask.isRunning ? 'Asking the server…' : report ? 'Ask again' : 'Ask the server'}
        </Button>
        {isTemplate && <span className="small faint">Its address has parts that you choose below.</span>}
      </div>
    </>
  );
}

function Unreachable({ report }: { report: Report }) {
  const stage = firstCause(report);
  const check = stage && report.checks[stage];
  return (
    <Note
      kind="warning"
      title={<>{check?.cause !== undefined && <code>{check.cause}</code>} it does not answer as the card says</>}
    >
      <Foreign text={check?.explanation ?? report.error?.message ?? ''} />
    </Note>
  );
}

interface Row {
  fact: string;
  says: string;
  answers: string;
  kind: MarkKind;
}

function rowsOf({ name, version }: PublishedDetail, endpoint: Endpoint, report: Report | undefined): Row[] {
  const info = report?.initInfo ?? report?.probe?.initialize;
  const told = info?.serverInfo;
  const secret = endpoint.inputs.find((input) => input.isSecret && input.in === 'header');
  const row = (fact: string, says: string, found: string | undefined, isStrict: boolean): Row => {
    const answers = found ?? (report ? 'not told' : '–');
    const kind: MarkKind =
      found === undefined || says === '–'
        ? report && found !== undefined
          ? 'note'
          : 'pending'
        : found === says
          ? 'passed'
          : isStrict
            ? 'warning'
            : 'note';
    return { fact, says, answers, kind };
  };
  const signIn = report && (report.probe?.oauth.required ? 'OAuth' : report.status === 'error' ? undefined : 'none');
  return [
    row('Name', shortName(name), textOf(told?.['name']), false),
    row('Version', version, textOf(told?.['version']), true),
    row('Over', endpoint.kind, info?.transport ?? report?.probe?.transport ?? undefined, true),
    row('Sign-in', secret ? `a key in ${secret.name}` : '–', signIn, true),
    row('Revision', '–', info?.protocolVersion, false),
    row('Tools', '–', report?.checks.tools.status === 'ok' ? String(report.tools.length) : undefined, false),
  ];
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
