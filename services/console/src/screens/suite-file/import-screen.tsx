import '../suite/suite.css';
import './suite-file.css';
import { getRouteApi } from '@tanstack/react-router';
import { Page } from '../../components/page/page.tsx';
import { FileFacts } from './file-facts.tsx';
import { FileVerdict } from './file-verdict.tsx';
import { FileView } from './file-view.tsx';
import { useChosenFile } from './use-chosen-file.ts';

const route = getRouteApi('/shell/p/$projectId/suites/import');

/** The import of a file as a new suite, or over the suite that it declares. Operations: importEvalSuiteFile. */
export function ImportScreen() {
  const { projectId } = route.useParams();
  const file = useChosenFile(projectId);
  return (
    <Page
      title="Import a suite"
      crumbs={[
        { text: 'Suites', to: { to: '/p/$projectId/suites', params: { projectId } } },
        { text: 'Import a file' },
      ]}
      request={{
        operation: 'importEvalSuiteFile',
        params: { projectId },
        body: { content: '…', ...(file.chosen && { fileName: file.chosen.name }) },
      }}
      keys={file.keys(undefined)}
    >
      <FileVerdict file={file} />
      <div className="file-columns">
        <FileView file={file} />
        <FileFacts file={file} />
      </div>
    </Page>
  );
}
