import { useOperation } from '../../data/operations.ts';
import { SuiteFrame } from '../suite/suite-frame.tsx';
import type { SuiteTabProps } from '../suite/suite-tab.ts';
import { FileFacts } from './file-facts.tsx';
import { FileVerdict } from './file-verdict.tsx';
import { FileView } from './file-view.tsx';
import { useChosenFile } from './use-chosen-file.ts';

/**
 * The file of a suite: taken away, or a chosen one checked and imported, with its faults at their places. Operations:
 * exportEvalSuiteFile, importEvalSuiteFile.
 */
export function FileTab({ suite }: SuiteTabProps) {
  const { projectId, id: suiteId } = suite;
  const exported = useOperation('exportEvalSuiteFile', { projectId, suiteId }, {});
  const file = useChosenFile(projectId);
  return (
    <SuiteFrame
      suite={suite}
      tab="file"
      request={
        file.chosen
          ? {
              operation: 'importEvalSuiteFile',
              params: { projectId },
              body: { content: '…', fileName: file.chosen.name },
            }
          : { operation: 'exportEvalSuiteFile', params: { projectId, suiteId } }
      }
      keys={file.keys(exported.data)}
      head={<FileVerdict suite={suite} file={file} exported={exported.data} />}
    >
      <div className="file-columns">
        <FileView suite={suite} file={file} exported={exported} />
        <FileFacts suite={suite} file={file} {...(exported.data && { name: exported.data.fileName })} />
      </div>
    </SuiteFrame>
  );
}
