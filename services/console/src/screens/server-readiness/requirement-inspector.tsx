import { Fragment } from 'react';
import { Link } from '@tanstack/react-router';
import { Button, ButtonLink } from '../../components/button/button.tsx';
import { JsonCode } from '../../components/code/code.tsx';
import { CodedText } from '../../components/foreign/coded-text.tsx';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { Inspector } from '../../components/inspector/inspector.tsx';
import { Mark } from '../../components/mark/mark.tsx';
import { Outcome } from '../../components/outcome/outcome.tsx';
import { copyText } from '../../lib/copy-text.ts';
import type { ServerRead } from '../server/server-tab.ts';
import { resultMarks, type Requirement, type RequirementRow } from './requirement-rows.ts';

const WORDS: Record<Requirement['result'], string> = {
  fail: 'Not met',
  warn: 'To look at',
  notEvaluated: 'No answer yet',
  pass: 'Met',
  notApplicable: 'Not applicable',
};
/** At most this many items are shown with what they declare. */
const MAX_SHOWN = 3;

/** One requirement with its evidence and the next step; or the settled ones of a lane. */
export function RequirementInspector({
  row,
  server,
  onClose,
}: {
  row: RequirementRow;
  server: ServerRead;
  onClose: () => void;
}) {
  if (row.settled)
    return (
      <div className="frame own-inspector">
        <Inspector title="Settled" label="Settled requirements" onClose={onClose}>
          <ul className="col">
            {row.settled.map(({ id, result, requirement, detail }) => (
              <li key={id} className="settled-requirement">
                <Mark kind={resultMarks[result]} word={WORDS[result]} />
                <span>
                  {requirement}
                  <span className="small faint">
                    <Foreign text={detail} />
                  </span>
                </span>
              </li>
            ))}
          </ul>
        </Inspector>
      </div>
    );
  return (
    <div className="frame own-inspector">
      <Single requirement={row.requirement} server={server} onClose={onClose} />
    </div>
  );
}

function Single({
  requirement: one,
  server,
  onClose,
}: {
  requirement: Requirement;
  server: ServerRead;
  onClose: () => void;
}) {
  const { id, result, requirement, source, detail, fix, items = [], evidence = [], stated } = one;
  const patch = items.flatMap(({ rewrite }) => rewrite?.patch ?? []);
  const ruleId = items.find((item) => item.ruleId !== undefined)?.ruleId;
  const title = requirement.replace(/\.$/, '');
  return (
    <Inspector title={title} label={title} onClose={onClose}>
      <p className="row wrap">
        <Outcome kind={resultMarks[result]} word={WORDS[result]} />
        <code className="faint">{id}</code>
        {stated && <span className="tag">stated by the submitter</span>}
      </p>
      <p className="requirement-text">{requirement}</p>
      <p className="small">
        <a href={source} target="_blank" rel="noopener noreferrer">
          Where it is asked for
        </a>
      </p>
      <h3>{result === 'notEvaluated' ? 'What is missing' : 'Evidence'}</h3>
      <p>
        <Foreign text={detail} />
      </p>
      {items.slice(0, MAX_SHOWN).map((item, at) => (
        <Fragment key={`${at} ${item.name} ${item.path}`}>{item.declared && <Declared item={item} />}</Fragment>
      ))}
      {items.length === 0 && evidence.length > 0 && (
        <p className="small muted">
          <Foreign text={evidence.join(', ')} />
        </p>
      )}
      {items.length > MAX_SHOWN && <p className="small faint">and {items.length - MAX_SHOWN} more</p>}
      {fix !== undefined && (
        <>
          <h3>Try next</h3>
          <p>
            <CodedText text={fix} />
          </p>
        </>
      )}
      <div className="row wrap requirement-actions">
        {patch.length > 0 && (
          <Button icon="copy" keyHint="y" onClick={() => copyText(JSON.stringify(patch, null, 2), 'The JSON Patch')}>
            Copy the rewrite
          </Button>
        )}
        {ruleId !== undefined && (
          <ButtonLink
            to="/p/$projectId/servers/$serverId"
            params={{ projectId: server.projectId, serverId: server.id }}
            search={{ tab: 'lint', rule: ruleId }}
          >
            The same in lint
          </ButtonLink>
        )}
        {result === 'notEvaluated' && one.statable && (
          <Link from="/p/$projectId/servers/$serverId" to="." hash="facts" search={(before) => before}>
            State it below
          </Link>
        )}
      </div>
    </Inspector>
  );
}

/** The declaration of an item; a member that a rewrite adds is shown as absent. */
function Declared({ item: { declared = {}, rewrite } }: { item: NonNullable<Requirement['items']>[number] }) {
  const added = rewrite?.patch.find(({ op, path }) => op === 'add' && path.split('/').length === 2);
  const key = added?.path.slice(1);
  const shown = key === undefined || key in declared ? declared : { ...declared, [key]: 'absent' };
  return (
    <JsonCode value={shown} label="The declaration" evidence={key === undefined ? [] : [{ pointer: `/${key}` }]} />
  );
}
