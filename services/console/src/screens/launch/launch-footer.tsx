import { Button } from '../../components/button/button.tsx';
import { writeCount, writeCountOf } from '../../lib/format/numbers.ts';
import { writeDuration } from '../../lib/format/times.ts';
import { useKeys } from '../../lib/keys.ts';

/** The slots of the organization, and the buttons of a launch. */
export function LaunchFooter({
  slots,
  durationMs,
  runs,
  trials,
  isReady,
  isRunning,
  onLaunch,
  onCopy,
  onCancel,
}: {
  slots: { open: number; limit: number } | undefined;
  /** How long all runs are expected to take; null where nothing is known. */
  durationMs: number | null;
  runs: number;
  trials: number;
  isReady: boolean;
  isRunning: boolean;
  onLaunch: () => void;
  onCopy: () => void;
  onCancel: () => void;
}) {
  // Inside of the sheet, so that its keys win over the keys that the sheet covers.
  useKeys([
    { keys: ['mod+Enter'], run: onLaunch },
    { keys: ['c'], run: onCopy },
  ]);
  return (
    <>
      <span className="small faint launch-slots">
        {slots && (
          <>
            Slots: {writeCount(Math.max(slots.limit - slots.open, 0))} of {writeCount(slots.limit)} free.
            {durationMs !== null && durationMs > 0 && ` About ${writeDuration(durationMs)}.`}
          </>
        )}
      </span>
      <Button icon="copy" keyHint="c" onClick={onCopy}>
        Copy as curl
      </Button>
      <Button onClick={onCancel}>Cancel</Button>
      <Button look="primary" keyHint="mod+Enter" disabled={!isReady} onClick={onLaunch}>
        {isRunning
          ? 'Launching…'
          : `Launch ${writeCountOf(Math.max(runs, 1), 'run')}, ${writeCountOf(trials, 'trial')}`}
      </Button>
    </>
  );
}
