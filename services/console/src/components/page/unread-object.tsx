import { ConnectionFailure, Problem } from '@assay/sdk';
import { Button } from '../button/button.tsx';
import { Time } from '../figures/figures.tsx';
import { KeyValues } from '../section/key-values.tsx';
import { Verdict } from '../verdict/verdict.tsx';
import { copyText } from '../../lib/copy-text.ts';
import { useKeys } from '../../lib/keys.ts';

/** A page whose object could not be read: why, its code and request, what to do, and a button to ask again. */
export function UnreadObject({
  what,
  error,
  isAsking,
  failedAt,
  onAgain,
}: {
  /** The word of the object: "run". */
  what: string;
  error: Error;
  isAsking: boolean;
  /** When the last try failed, in milliseconds since the epoch. */
  failedAt: number;
  onAgain: () => void;
}) {
  const isAway = error instanceof ConnectionFailure;
  const requestId = error instanceof Problem ? error.requestId : undefined;
  const copy = (): void => {
    if (requestId !== undefined) copyText(requestId, 'The request id');
  };
  useKeys([
    { keys: ['u'], label: 'try again', run: onAgain },
    ...(requestId === undefined ? [] : [{ keys: ['c'], label: 'copy the request id', run: copy }]),
  ]);
  return (
    <>
      <Verdict
        kind="open"
        word={`This ${what} could not be read`}
        rest={isAway ? 'because the platform did not answer.' : `because of an answer with an error.`}
        why={
          <>
            {error.message} Nothing is lost: work continues without the console. Tried several times until{' '}
            <Time time={failedAt} />.
          </>
        }
        actions={
          <Button look="primary" keyHint="u" disabled={isAsking} onClick={onAgain}>
            {isAsking ? 'Trying…' : 'Try now'}
          </Button>
        }
      />
      <KeyValues
        rows={[
          ['Code', <code key="code">{error instanceof Problem ? error.code : isAway ? error.kind : error.name}</code>],
          requestId === undefined
            ? undefined
            : [
                'Request id',
                <span key="id">
                  <code>{requestId}</code>{' '}
                  <Button look="quiet" small icon="copy" aria-label="Copy the request id" onClick={copy} />
                </span>,
              ],
          [
            'What to do',
            isAway
              ? 'Look at your connection. If it works, ask an owner whether the installation runs.'
              : 'Ask an owner to look at the installation. If it continues, send them the request id.',
          ],
        ]}
      />
    </>
  );
}
