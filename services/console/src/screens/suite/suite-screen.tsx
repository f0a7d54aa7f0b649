import { getRouteApi, Outlet } from '@tanstack/react-router';
import { Page } from '../../components/page/page.tsx';
import { SuiteDrafts } from '../suite-drafts/suite-drafts.tsx';

const route = getRouteApi('/shell/p/$projectId/suites/$suiteId');

/** A suite, with its tabs. The sheet of a launch is a page of its own over it. */
export function SuiteScreen() {
  const { projectId, suiteId } = route.useParams();
  const { tab } = route.useSearch();
  return (
    <>
      {tab === 'drafts' ? (
        <SuiteDrafts projectId={projectId} suiteId={suiteId} suiteName="Suite" tabs={null} />
      ) : (
        <Page title="A suite, with its tabs." crumbs={[{ text: 'A suite, with its tabs.' }]}>
          <h1>A suite, with its tabs.</h1>
        </Page>
      )}
      <Outlet />
    </>
  );
}
