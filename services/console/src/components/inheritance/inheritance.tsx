import './inheritance.css';
import type { ReactNode } from 'react';
import { Foreign } from '../foreign/foreign.tsx';
import { Mark, type MarkKind } from '../mark/mark.tsx';
import { Segments } from '../segments/segments.tsx';
import { Tag } from '../tag/tag.tsx';

/** How the checks of a case combine with the checks of its suite. */
export type InheritanceMode = 'inherit' | 'extend' | 'replace';

/** A check, and where it comes from. */
export interface InheritedRow {
  id: string;
  /** Its verdict where it was tried; pending where it was not. */
  mark: MarkKind;
  name: string;
  words: ReactNode;
  /** Where it comes from: "from the suite", "standard", "this case". */
  origin: string;
  /** The suite has it, and it is not applied here. */
  isSuppressed?: boolean;
  actions?: ReactNode;
  /** Opened below the row. */
  editor?: ReactNode;
}

const ABOUT: Record<InheritanceMode, string> = {
  inherit: 'Inherit: the suite’s checks alone.',
  extend: 'Extend: the suite’s checks, and these. What the suite has is crossed out here, never deleted there.',
  replace: 'Replace: these checks alone; the suite’s checks are not applied to this case.',
};

/** The checks of the whole trial: inherited, added and suppressed ones, and how they combine. */
export const Inheritance = ({
  title,
  mode,
  onMode,
  rows,
  foot,
}: {
  title: string;
  mode: InheritanceMode;
  onMode: (mode: InheritanceMode) => void;
  rows: readonly InheritedRow[];
  foot?: ReactNode;
}) => (
  <section className="section inheritance" aria-label={title}>
    <div className="section-head">
      <h2 className="h2">{title}</h2>
      <span className="push">
        <Segments
          label="How they combine with the suite's"
          options={[
            ['inherit', 'Inherit'],
            ['extend', 'Extend'],
            ['replace', 'Replace'],
          ]}
          value={mode}
          onChange={onMode}
        />
      </span>
    </div>
    <p className="small faint inheritance-about">{ABOUT[mode]}</p>
    <div className="frame">
      {rows.map(({ id, mark, name, words, origin, isSuppressed = false, actions, editor }) => (
        <div key={id}>
          <div className={`inherited-row${isSuppressed ? ' suppressed' : ''}`}>
            {isSuppressed ? <Mark kind="pending" word="Not applied" /> : <Mark kind={mark} />}
            <span className="row">
              <code className="medium inherited-name">
                <Foreign text={name} />
              </code>
              <span className="cut inherited-words">{words}</span>
            </span>
            <span className="row">
              <Tag>{origin}</Tag>
              {actions}
            </span>
          </div>
          {editor !== undefined && <div className="inherited-editor">{editor}</div>}
        </div>
      ))}
      {rows.length === 0 && <p className="faint inherited-none">Nothing is checked besides the steps.</p>}
      {foot}
    </div>
  </section>
);
