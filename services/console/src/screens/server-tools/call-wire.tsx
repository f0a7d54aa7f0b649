import { useState } from 'react';
import type { CallReport } from '@assay/sdk/gen/documents';
import { Button } from '../../components/button/button.tsx';
import { Code, JsonCode } from '../../components/code/code.tsx';
import { WireLog } from '../../components/wire-log/wire-log.tsx';
import { writeCountOf } from '../../lib/format/numbers.ts';

/** The JSON-RPC messages of a call; a message opens below the list. */
export function CallWire({ report, onCurl }: { report: CallReport; onCurl: () => void }) {
  const [open, setOpen] = useState<number>();
  const zero = report.wire[0]?.atMs ?? 0;
  const entries = report.wire.map((entry) => ({ ...entry, atMs: entry.atMs - zero }));
  const shown = open === undefined ? undefined : report.wire[open];
  const omitted = report.omitted?.wire ?? 0;
  return (
    <section className="wire-part" aria-label="JSON-RPC">
      <header>
        <h2 className="h2">JSON-RPC</h2>
        <span className="faint small">
          {writeCountOf(entries.length, 'message')} of this call
          {omitted > 0 && `, ${omitted} more left out`}
        </span>
        <span className="push row">
          <Button small icon="copy" keyHint="c" onClick={onCurl}>
            Copy as curl
          </Button>
        </span>
      </header>
      <WireLog
        label="Messages of this call"
        look="brief"
        entries={entries}
        selected={open}
        onSelect={(place) => setOpen(place)}
      />
      {shown && (
        <div className="message-shown">
          {shown.message === undefined ? (
            <Code text={shown.text ?? ''} label="The message" />
          ) : (
            <JsonCode value={shown.message} label="The message" isNumbered />
          )}
        </div>
      )}
    </section>
  );
}
