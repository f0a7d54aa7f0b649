import { Button } from '../../components/button/button.tsx';
import { Note } from '../../components/note/note.tsx';
import { useMayWrite } from '../../data/project-role.ts';
import { writeTime } from '../../lib/format/times.ts';
import type { SuiteRead } from './suite-tab.ts';
import { useArchive } from './use-archive.ts';

/** Says over each tab of an archived suite that it does not run. */
export function ArchivedNote({ suite }: { suite: SuiteRead }) {
  const { id, name, projectId, archivedAt } = suite;
  const mayWrite = useMayWrite(projectId);
  const archive = useArchive(projectId);
  if (archivedAt === undefined) return null;
  return (
    <div className="suite-archived">
      <Note
        kind="note"
        title="This suite is archived"
        action={
          mayWrite && (
            <Button small disabled={archive.isRunning} onClick={() => archive.run({ id, name, archives: false })}>
              Restore
            </Button>
          )
        }
      >
        Since {writeTime(archivedAt)} it is not launched, and its schedule does not fire.
      </Note>
    </div>
  );
}
