import './overview.css';
import { getRouteApi } from '@tanstack/react-router';
import { useOpenPage } from '../../components/page/page-link.tsx';
import { Page } from '../../components/page/page.tsx';
import { useProjectCrumb } from '../../components/page/use-project-crumb.ts';
import { ObjectPage } from '../../components/page/object-page.tsx';
import { PartError } from '../../components/part/part.tsx';
import { showToast } from '../../components/toast/toast-queue.ts';
import { client } from '../../data/client.ts';
import { useOperation } from '../../data/operations.ts';
import { useAction } from '../../data/use-action.ts';
import { ProjectSchedules } from '../suites/project-schedules.tsx';
import { AttentionList, type AttentionItem } from './attention-list.tsx';
import { EmptyProject } from './empty-project.tsx';
import { OverviewBudgets } from './overview-budgets.tsx';
import { OverviewServers } from './overview-servers.tsx';
import { OverviewSuites } from './overview-suites.tsx';
import { OverviewVerdict } from './overview-verdict.tsx';
import { UnderWay } from './under-way.tsx';

const route = getRouteApi('/shell/p/$projectId/');

/**
 * How a project is, and what needs a person. Operations: getProjectAttention, dismissAttentionItem,
 * undismissAttentionItem, getProject, listEvalSuites, listProjectSchedules, listProjectServers, listBudgets, listEvalRuns.
 */
export function OverviewScreen() {
  const { projectId } = route.useParams();
  const { sel } = route.useSearch();
  const navigate = route.useNavigate();
  const open = useOpenPage();
  const attention = useOperation('getProjectAttention', { projectId });
  const project = useOperation('getProject', { projectId });
  const inProject = useProjectCrumb(projectId);
  const items = attention.data?.items ?? [];
  const selected = items.find(({ id }) => id === sel) ?? items[0];
  const dismissal = useDismissal(projectId);
  const select = ({ id }: AttentionItem): void =>
    void navigate({ search: (old) => ({ ...old, sel: id === items[0]?.id ? undefined : id }), replace: true });
  const areas = (key: string): void =>
    void navigate({ to: key === 'g s' ? '/p/$projectId/servers' : '/p/$projectId/suites', params: { projectId } });
  const { counts } = attention.data ?? {};
  const isEmpty = counts?.servers.total === 0 && counts.suites.total === 0 && counts.runs.total === 0;
  return (
    <ObjectPage of={attention} what="overview">
      {(data) => (
        <Page
          title="Overview"
          crumbs={[inProject, { text: 'Overview' }]}
          request={{ operation: 'getProjectAttention', params: { projectId } }}
          keys={
            isEmpty
              ? []
              : [
                  { keys: ['x'], label: 'done with it', run: () => selected && dismissal.run(selected) },
                  { keys: ['g s'], label: 'servers', run: areas },
                  { keys: ['g u'], label: 'suites', run: areas },
                ]
          }
        >
          {isEmpty ? (
            <EmptyProject projectId={projectId} />
          ) : (
            <>
              <OverviewVerdict attention={data} />
              <div className="cols overview-columns">
                <div>
                  {data.unavailable.map((service) => (
                    <PartError
                      key={service}
                      error={new Error(`The service ${service} did not answer.`)}
                      what={`part of ${service}`}
                      onAgain={() => void attention.refetch()}
                    />
                  ))}
                  <AttentionList
                    items={items}
                    dismissed={data.dismissed}
                    selected={selected?.id}
                    onSelect={select}
                    onOpen={({ action }) => action && open(action.page.path)}
                  />
                  <OverviewSuites projectId={projectId} />
                  <ProjectSchedules projectId={projectId} />
                </div>
                <aside aria-label="Servers, budgets and work under way">
                  <OverviewServers projectId={projectId} total={data.counts.servers.total} />
                  {project.data && <OverviewBudgets project={project.data} />}
                  <UnderWay projectId={projectId} />
                </aside>
              </div>
            </>
          )}
        </Page>
      )}
    </ObjectPage>
  );
}

/** Leaves an item out for all members; the toast takes it back. */
function useDismissal(projectId: string) {
  const changes = ['getProjectAttention'] as const;
  const back = useAction((item: AttentionItem) => client.undismissAttentionItem({ projectId, itemId: item.id }), {
    changes,
  });
  return useAction((item: AttentionItem) => client.dismissAttentionItem({ projectId, itemId: item.id }), {
    changes,
    onDone: (_reply, item) =>
      showToast({
        kind: 'note',
        title: `${item.sentence} is left out`,
        text: 'For all members of the project, until its state changes.',
        action: { word: 'Undo', run: () => back.run(item) },
      }),
  });
}
