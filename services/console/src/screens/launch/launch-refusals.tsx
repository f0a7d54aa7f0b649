import { Button } from '../../components/button/button.tsx';
import { Note } from '../../components/note/note.tsx';
import { writeCount } from '../../lib/format/numbers.ts';
import { visibleText } from '../../lib/visible-text.ts';
import type { TargetPreview } from './launch-targets.ts';

/** The chosen targets that a launch would be refused for, with the first reason, and a way to leave them out. */
export function LaunchRefusals({
  refused,
  others,
  onLeaveOut,
}: {
  refused: readonly TargetPreview[];
  others: number;
  onLeaveOut: () => void;
}) {
  const [first] = refused;
  return (
    <Note
      kind="open"
      title={
        refused.length === 1 ? 'One target would be refused' : `${writeCount(refused.length)} targets would be refused`
      }
      action={
        others > 0 && (
          <Button small onClick={onLeaveOut}>
            Leave {refused.length === 1 ? 'it' : 'them'} out
          </Button>
        )
      }
    >
      {visibleText(first!.refusal!.message)} <code>{first!.refusal!.reason ?? first!.refusal!.code}</code>.
      {others > 0 &&
        (others === 1 ? ' The other one can be launched.' : ` The other ${writeCount(others)} can be launched.`)}
    </Note>
  );
}
