import { getRouteApi } from '@tanstack/react-router';
import { ObjectPage } from '../../components/page/object-page.tsx';
import { useOperation } from '../../data/operations.ts';
import { CaseEditor } from './case-editor.tsx';

const route = getRouteApi('/shell/p/$projectId/suites/$suiteId/cases/$caseId');

/**
 * The editor of a case. Operations: getEvalCase, getEvalSuite, listEvalAssertionTypes, getProjectServer, listTools,
 * listEvalSuiteRuns, previewEvalCase, getEvalIterationTrace, callTool, updateEvalCase, listProjectMembers.
 */
export function CaseScreen() {
  const { projectId, suiteId, caseId } = route.useParams();
  const stored = useOperation('getEvalCase', { projectId, suiteId, caseId }, {});
  const suite = useOperation('getEvalSuite', { projectId, suiteId }, {});
  const types = useOperation('listEvalAssertionTypes');
  return (
    <ObjectPage of={stored} what="case">
      {(data) => (
        <ObjectPage of={suite} what="suite">
          {(suiteData) => (
            <ObjectPage of={types} what="assertions">
              {(known) => (
                <CaseEditor
                  key={caseId}
                  address={{ projectId, suiteId, caseId }}
                  stored={data}
                  suite={suiteData}
                  types={known}
                  onStored={() => void stored.refetch()}
                />
              )}
            </ObjectPage>
          )}
        </ObjectPage>
      )}
    </ObjectPage>
  );
}
