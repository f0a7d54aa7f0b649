import { Radio } from '../../components/field/check.tsx';
import { Check } from '../../components/field/check.tsx';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { Note } from '../../components/note/note.tsx';
import { guessWords, openIssuesOf, writeGuess, type DraftEntry } from './draft-words.ts';

/** How each doubt of a draft is answered: by its place in `issues`; an addition by its id. */
export interface Answers {
  /** A value for a guess, or that the draft is meant so. */
  issues: Readonly<Record<number, { value: unknown } | 'meant'>>;
  additions: readonly string[];
}

/** The value with which a guess is answered beforehand: the first that another case uses. */
export function firstAnswers({ draft, choices }: DraftEntry): Answers {
  const issues = Object.fromEntries(
    draft.issues.flatMap(({ guess, resolution }, index) => {
      const choice = choices.find((each) => each.issue === index);
      return guess && resolution === undefined && choice ? [[index, { value: choice.value }]] : [];
    }),
  );
  return { issues, additions: [] };
}

/** The doubts of a draft, each answered by a choice with its origin. */
export function DraftDoubts({
  entry,
  answers,
  onAnswers,
}: {
  entry: DraftEntry;
  answers: Answers;
  onAnswers: (answers: Answers) => void;
}) {
  const { draft, choices } = entry;
  const answer = (index: number, value: Answers['issues'][number]): void =>
    onAnswers({ ...answers, issues: { ...answers.issues, [index]: value } });
  return (
    <>
      {openIssuesOf(entry).map((issue) => {
        const { index, guess } = issue;
        const given = answers.issues[index];
        const isMeant = given === 'meant';
        const value = typeof given === 'object' ? JSON.stringify(given.value) : undefined;
        const own = choices.filter((each) => each.issue === index);
        const isOther = value !== undefined && !own.some((each) => JSON.stringify(each.value) === value);
        const name = `doubt ${draft.draftId} ${index}`;
        return (
          <div key={index} className="draft-issue">
            <Note
              kind="warning"
              title={
                guess ? (
                  <>
                    The argument{' '}
                    <code>
                      <Foreign text={guess.argument} />
                    </code>{' '}
                    is a guess
                  </>
                ) : (
                  <Foreign text={issue.message} />
                )
              }
            >
              {guess ? (
                <>
                  {guessWords[guess.how]}{' '}
                  {own.length === 0 && (
                    <>
                      No case of the suite calls <code>{writeGuess(guess.toolName)}</code> with another value.
                    </>
                  )}
                </>
              ) : (
                'It keeps the draft from being written until it is answered.'
              )}
            </Note>
            <ul className="draft-options">
              {own.map((choice) => (
                <li key={JSON.stringify(choice.value)} className="row">
                  <Radio
                    name={name}
                    isOn={value === JSON.stringify(choice.value)}
                    onChange={() => answer(index, { value: choice.value })}
                  >
                    <span>
                      Use <code>{writeGuess(choice.value)}</code>
                    </span>
                  </Radio>
                  <span className="push faint small cut wide-only">
                    {choice.seenIn.map(({ title }) => title).join(', ')}
                  </span>
                </li>
              ))}
              <li className="row">
                <Radio name={name} isOn={isMeant} onChange={() => answer(index, 'meant')}>
                  {guess ? (
                    <span>
                      Keep <code>{writeGuess(guess.value)}</code>: it is meant so
                    </span>
                  ) : (
                    <span>It is meant so</span>
                  )}
                </Radio>
              </li>
              {guess && (
                <li className="row">
                  <Radio name={name} isOn={isOther} onChange={() => answer(index, { value: '' })}>
                    Something else
                  </Radio>
                  {isOther && (
                    <input
                      className="input mono draft-other"
                      aria-label={`Value of ${guess.argument}`}
                      autoFocus
                      value={typeof given === 'object' && typeof given.value === 'string' ? given.value : (value ?? '')}
                      onChange={(event) => answer(index, { value: typedValue(event.target.value, guess.value) })}
                    />
                  )}
                </li>
              )}
            </ul>
          </div>
        );
      })}
      {draft.additions.map(({ id, explanation }) => (
        <div key={id} className="draft-issue">
          <Note kind="warning" title="The draft adds what its source does not say">
            <Foreign text={explanation} />
          </Note>
          <div className="draft-options">
            <Check
              isOn={answers.additions.includes(id)}
              onChange={(isOn) =>
                onAnswers({
                  ...answers,
                  additions: isOn ? [...answers.additions, id] : answers.additions.filter((each) => each !== id),
                })
              }
            >
              Accept it
            </Check>
          </div>
        </div>
      ))}
    </>
  );
}

/** The typed value, as a number where the guess is one and the text is one too. */
const typedValue = (text: string, guess: unknown): unknown =>
  typeof guess === 'number' && text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
