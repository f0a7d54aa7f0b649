import { Navigate } from '@tanstack/react-router';
import { ObjectPage } from '../../components/page/object-page.tsx';
import { Empty } from '../../components/empty/empty.tsx';
import { useOperation } from '../../data/operations.ts';

/** The address of the installation leads to the oldest project. Operations: listProjects. */
export const HomeScreen = () => (
  <ObjectPage of={useOperation('listProjects')} what="projects">
    {({ items: [project] }) =>
      project ? (
        <Navigate to="/p/$projectId" params={{ projectId: project.id }} replace />
      ) : (
        <main className="main" id="main">
          <Empty title="No project yet" command="npx assay project create mine">
            A project holds servers, suites and runs. An admin adds you to one, or you make one.
          </Empty>
        </main>
      )
    }
  </ObjectPage>
);
