import { Link } from '@tanstack/react-router';
import { JsonCode } from '../../components/code/code.tsx';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { Time } from '../../components/figures/figures.tsx';
import { KeyValues } from '../../components/section/key-values.tsx';
import { writeCount, writeCountOf, writeRate } from '../../lib/format/numbers.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { EffectTag } from '../case/tool-call-editor.tsx';
import type { SuiteServer } from '../case/use-suite-tools.ts';
import { guessWords, linesOf, openIssuesOf, originWords, writeGuess, type DraftEntry } from './draft-words.ts';

/** The place in the schema that a guess was made from: the pattern of the argument, or its type. */
function citedOf(schema: unknown, argument: string): string {
  const { properties } = schema as { properties?: Record<string, { pattern?: unknown } | undefined> };
  const key = argument.replaceAll('~', '~0').replaceAll('/', '~1');
  return `/properties/${key}/${properties?.[argument]?.pattern === undefined ? 'type' : 'pattern'}`;
}

/** The tool that a draft calls, what is known about a guessed argument, and where the draft comes from. */
export function DraftTool({
  projectId,
  suiteId,
  entry,
  toolName,
  servers,
}: {
  projectId: string;
  suiteId: string;
  entry: DraftEntry;
  toolName: string | undefined;
  servers: readonly SuiteServer[];
}) {
  const server = servers.find(({ tools }) => tools.some(({ name }) => name === toolName));
  const tool = server?.tools.find(({ name }) => name === toolName);
  const guess = openIssuesOf(entry).find((issue) => issue.guess)?.guess;
  const { draft, nearest, generationModel, choices } = entry;
  const lines = linesOf([entry]);
  return (
    <section className="pane raised" aria-label="Tool">
      <header>
        <h2 className="mono cut">{toolName === undefined ? 'No tool' : visibleText(toolName)}</h2>
        {tool && <EffectTag tool={tool} />}
        {server?.readAt !== undefined && (
          <span className="push faint small no-wrap">
            read at <Time time={server.readAt} />
          </span>
        )}
      </header>
      <div className="pad">
        {tool?.description !== undefined && (
          <p className="muted">
            <Foreign text={tool.description} />
          </p>
        )}
        {tool && (
          <>
            <h3 className="h2 draft-h">What it takes</h3>
            <JsonCode
              value={tool.inputSchema}
              label="The input schema"
              evidence={guess ? [{ pointer: citedOf(tool.inputSchema, guess.argument) }] : []}
            />
          </>
        )}
        {toolName !== undefined && !tool && (
          <p className="muted">
            {servers.some(({ readAt }) => readAt === undefined)
              ? 'The tools of the servers are being read.'
              : 'No server of the suite declares this tool now.'}
          </p>
        )}
        {toolName === undefined && <p className="muted">The draft calls no tool.</p>}
        {guess && (
          <>
            <h3 className="h2 draft-h">
              What is known about <code>{visibleText(guess.argument)}</code>
            </h3>
            <table className="dense draft-known">
              <tbody>
                {choices.map(({ value, seenIn }) => (
                  <tr key={JSON.stringify(value)}>
                    <td className="fit-cell">
                      <code>{writeGuess(value)}</code>
                    </td>
                    <td className="muted">
                      {seenIn.map(({ caseId, title }, index) => (
                        <span key={caseId}>
                          {index > 0 && ', '}
                          <Link
                            to="/p/$projectId/suites/$suiteId/cases/$caseId"
                            params={{ projectId, suiteId, caseId }}
                          >
                            <Foreign text={title} />
                          </Link>
                        </span>
                      ))}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
            {choices.length === 0 && <p className="muted">No case of this suite uses another value.</p>}
          </>
        )}
        <h3 className="h2 draft-h">Where the draft comes from</h3>
        <KeyValues
          rows={[
            ['From', lines === undefined ? originWords(entry) : `${originWords(entry)}, ${lines}`],
            generationModel === undefined ? undefined : ['By', <code key="model">{visibleText(generationModel)}</code>],
            guess && ['Rule', guessWords[guess.how].replace(/^It was (.*)\.$/, '$1')],
            nearest && [
              'Similar',
              <span key="nearest">
                <Link
                  to="/p/$projectId/suites/$suiteId/cases/$caseId"
                  params={{ projectId, suiteId, caseId: nearest.caseId }}
                >
                  <Foreign text={nearest.title} />
                </Link>
                , {writeRate(nearest.sharedWords)} of the words
              </span>,
            ],
            ['Trials', writeCountOf(draft.case.runs, 'trial', 'trials')],
            draft.evidenceNotes.length === 0
              ? undefined
              : ['Notes', draft.evidenceNotes.map((note) => visibleText(note)).join(' ')],
            draft.issues.some(({ resolution }) => resolution !== undefined)
              ? [
                  'Answered',
                  `${writeCount(draft.issues.filter(({ resolution }) => resolution !== undefined).length)} of ${writeCountOf(draft.issues.length, 'doubt')}`,
                ]
              : undefined,
          ]}
        />
      </div>
    </section>
  );
}
