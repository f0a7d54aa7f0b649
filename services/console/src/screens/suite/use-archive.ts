import { Problem } from '@assay/sdk';
import { showToast } from '../../components/toast/toast-queue.ts';
import { client } from '../../data/client.ts';
import { useAction } from '../../data/use-action.ts';
import { visibleText } from '../../lib/visible-text.ts';

const CHANGES = ['listEvalSuites', 'getEvalSuite', 'listProjectSchedules', 'getProjectAttention'] as const;

/** Archives a suite or restores it; a toast undoes it. Operations: archiveEvalSuite, restoreEvalSuite. */
export function useArchive(projectId: string) {
  const change = useAction(
    ({ id: suiteId, archives }: { id: string; name: string; archives: boolean }) =>
      archives
        ? client.archiveEvalSuite({ projectId, suiteId }, {})
        : client.restoreEvalSuite({ projectId, suiteId }, {}),
    {
      changes: CHANGES,
      onDone: (_suite, { id, name, archives }) => {
        const close = showToast({
          kind: 'note',
          title: `${visibleText(name)} is ${archives ? 'archived: it does not run' : 'restored'}.`,
          action: {
            word: 'Undo',
            run: () => {
              close();
              run({ id, name, archives: !archives });
            },
          },
        });
      },
    },
  );
  const run = (asked: { id: string; name: string; archives: boolean }): void =>
    change.run(asked, {
      onError: (error) =>
        showToast({
          kind: 'failed',
          title: `It was not ${asked.archives ? 'archived' : 'restored'}.`,
          text: error instanceof Problem ? error.message : '',
        }),
    });
  return { run, isRunning: change.isRunning };
}
