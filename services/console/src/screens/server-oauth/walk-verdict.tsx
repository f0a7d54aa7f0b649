import { Fragment } from 'react';
import type { MarkKind } from '../../components/mark/mark.tsx';
import { Foreign } from '../../components/foreign/foreign.tsx';
import type { ReplyOf } from '../../data/operations.ts';

type Walk = ReplyOf<'walkOAuth'>;
interface Sentence {
  kind: MarkKind;
  word: string;
  rest: string;
}

/** The clients that end, in their own words. */
const ended = ({ clients }: Walk) => clients.filter(({ outcome }) => outcome === 'ends');

/** The first sentence about the access to a server. */
export function walkVerdict(walk: Walk | undefined, isCommand: boolean): Sentence {
  if (isCommand)
    return {
      kind: 'passed',
      word: 'Needs no sign-in.',
      rest: 'The server is a command, which a runner starts with its variables.',
    };
  if (!walk)
    return {
      kind: 'running',
      word: 'Checking.',
      rest: 'From the first request without a token to the first call with one.',
    };
  const { status, failedStep, as } = walk;
  switch (status) {
    case 'open':
      return { kind: 'passed', word: 'Needs no sign-in.', rest: 'The server answers without a token.' };
    case 'unreachable':
      return { kind: 'open', word: 'Not established.', rest: 'The server does not answer at all.' };
    case 'lost':
      return { kind: 'failed', word: 'The grant is lost.', rest: 'A person has to sign in again.' };
    case 'refused':
      if (failedStep === 7) return { kind: 'failed', word: 'Signed in, and turned down.', rest: 'Step 7 of 7 fails.' };
      return as === 'parent'
        ? { kind: 'failed', word: 'No one can sign in.', rest: `Step ${failedStep} of 7 fails, and Assay stops there.` }
        : { kind: 'failed', word: 'Such a client cannot sign in.', rest: `Step ${failedStep} of 7 fails for it.` };
    case 'sign_in':
      return ended(walk).length > 0
        ? { kind: 'warning', word: 'Asks for a sign-in,', rest: 'and turns some clients away before it.' }
        : { kind: 'open', word: 'Asks for a sign-in.', rest: 'No one has signed in yet.' };
    case 'signed_in': {
      const warned = walk.steps.filter((step) => step.status === 'warning').length;
      if (ended(walk).length > 0)
        return {
          kind: 'warning',
          word: 'Signed in, but not for every client.',
          rest: `${warned} of 7 steps ${warned === 1 ? 'ends' : 'end'} some of them.`,
        };
      return warned > 0
        ? {
            kind: 'warning',
            word: 'Signed in.',
            rest: `${warned} of 7 steps ${warned === 1 ? 'has' : 'have'} something to look at.`,
          }
        : { kind: 'passed', word: 'Signed in.', rest: 'No step fails, for any client.' };
    }
  }
}

/** The two strings that differ, and who is turned away; or what the step that fails says. */
export function WalkWhy({ walk, isCommand }: { walk: Walk | undefined; isCommand: boolean }) {
  if (isCommand) return <>OAuth is about servers at an address.</>;
  if (!walk || walk.steps.length === 0) return walk?.status === 'unreachable' ? <>The doctor finds out why.</> : null;
  const step = walk.steps.find(({ status }) => status === 'failed') ?? walk.steps.find(({ differs }) => differs);
  const turned = ended(walk);
  if (!step) {
    const warned = walk.steps.find(({ status }) => status === 'warning');
    return warned ? <Foreign text={`${warned.title}: ${warned.found}`} /> : <>Seven steps, each by its rule.</>;
  }
  const { differs } = step;
  const isFatal = walk.status === 'refused' && walk.as === 'parent';
  return (
    <>
      {differs ? (
        <>
          {step.name === 'resource-metadata' ? 'The metadata name ' : 'The authorization server calls itself '}
          <code>
            <Foreign text={differs.found} />
          </code>
          , and {step.name === 'resource-metadata' ? 'clients are given' : 'the resource names'}{' '}
          <code>
            <Foreign text={differs.given} />
          </code>
          .{' '}
        </>
      ) : (
        <>
          <Foreign text={step.found} />{' '}
        </>
      )}
      {isFatal
        ? 'The fault is not in Assay’s settings: the owner of the server has to fix it.'
        : turned.length > 0 && (
            <>
              {walk.as === 'parent' && 'Assay still connects; '}
              <b>{turned.map(({ as }) => WORDS[as]).join(' and ')}</b> do not
              {turned.some(({ products }) => products.length > 0) && (
                <>
                  {' ('}
                  {turned
                    .flatMap(({ products }) => products)
                    .map((product, at) => (
                      <Fragment key={product}>{`${at > 0 ? ', ' : ''}${product}`}</Fragment>
                    ))}
                  )
                </>
              )}
              .
            </>
          )}
    </>
  );
}

const WORDS: Record<Walk['as'], string> = {
  exact: 'clients that compare letter by letter',
  parent: 'clients that take a parent of the address',
  none: 'clients that do not compare',
};
