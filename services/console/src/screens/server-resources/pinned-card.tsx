import { Button } from '../../components/button/button.tsx';
import { writeSize } from '../../lib/format/numbers.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { PartView, partsOf } from './part-view.tsx';
import { typeWord } from './resource-tree.ts';
import type { ResourceRead } from './use-reads.ts';
import { shortUri } from './short-uri.ts';

/** A pinned resource, read or not. */
export function PinnedCard({
  uri,
  read,
  isReading,
  onRead,
}: {
  uri: string;
  read: ResourceRead | undefined;
  isReading: boolean;
  onRead: () => void;
}) {
  const report = read?.kind === 'read' ? read.report : undefined;
  const fact = report?.contents?.[0];
  return (
    <div className="frame pinned">
      <header className="row">
        <code className="cut grow" title={uri}>
          {shortUri(uri)}
        </code>
        {fact && (
          <span className="faint small no-wrap">
            {visibleText(typeWord(fact.mimeType).toUpperCase())}
            {fact.mimeType !== undefined && ', '}
            {writeSize(fact.bytes)}
          </span>
        )}
      </header>
      {report ? (
        partsOf(report.result)
          .slice(0, 1)
          .map((part) => <PartView key={uri} part={part} fact={fact} />)
      ) : (
        <div className="not-read">
          <span>{read ? 'It could not be read.' : 'Not read yet.'}</span>
          <Button small disabled={isReading} onClick={onRead}>
            {isReading ? 'Reading…' : 'Read'}
          </Button>
        </div>
      )}
    </div>
  );
}
