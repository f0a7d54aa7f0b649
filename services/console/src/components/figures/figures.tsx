import './figures.css';
import { copyText } from '../../lib/copy-text.ts';
import { shortId } from '../../lib/format/ids.ts';
import { writeMoney } from '../../lib/format/numbers.ts';
import { writeDuration, writeExactTime, writeTime } from '../../lib/format/times.ts';

/** A time in the reader's zone; the exact one on hover. `time` is in milliseconds since the epoch. */
export const Time = ({ time }: { time: number }) => (
  <time dateTime={new Date(time).toISOString()} title={writeExactTime(time)}>
    {writeTime(time)}
  </time>
);

/** A duration in milliseconds; the exact one on hover. */
export const Duration = ({ ms }: { ms: number | undefined }) => (
  <data value={ms} title={ms === undefined ? undefined : `${ms} ms`}>
    {writeDuration(ms)}
  </data>
);

/** US dollars. */
export const Money = ({ dollars }: { dollars: number | null | undefined }) => (
  <data value={dollars ?? undefined} className={dollars === null || dollars === undefined ? 'faint' : undefined}>
    {writeMoney(dollars)}
  </data>
);

/** An id: its prefix and its end, whole on hover, copied by a click. */
export const Id = ({ id }: { id: string }) => (
  <button
    type="button"
    className="id"
    title={`${id}: copy`}
    onClick={() => {
      copyText(id, 'The id');
    }}
  >
    <code>{shortId(id)}</code>
  </button>
);
