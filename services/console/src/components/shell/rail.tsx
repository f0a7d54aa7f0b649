import { Link } from '@tanstack/react-router';
import { useOperation } from '../../data/operations.ts';
import { basePath } from '../../lib/base-path.ts';
import { Foreign } from '../foreign/foreign.tsx';
import { Icon } from '../icon/icon.tsx';
import { areas } from './areas.ts';
import { useProjectCounts, type AreaCount } from './project-counts.ts';
import { useShownPlace } from './use-shown-place.ts';
import { WhereMenu } from './where-menu.tsx';

/** Where one is, and the areas of the project with their numbers. Operations: getSession, listProjects, getProjectAttention. */
export function Rail() {
  const { projectId, organizationId: here } = useShownPlace();
  const session = useOperation('getSession');
  const counts = useProjectCounts(projectId);
  return (
    <aside className="rail" aria-label="Project">
      <WhereMenu />
      {projectId !== undefined && (
        <nav aria-label="Areas">
          {areas.map(({ word, icon, to, exact }) => (
            <Link key={to} to={to} params={{ projectId }} activeOptions={{ exact, includeSearch: false }}>
              <Icon name={icon} />
              <span>{word}</span>
              <Count of={counts[word]} />
            </Link>
          ))}
        </nav>
      )}
      <nav className="foot" aria-label="Account">
        {here !== undefined && (
          <Link to="/o/$organizationId/settings/keys" params={{ organizationId: here }}>
            <Icon name="settings" />
            <span>Settings</span>
          </Link>
        )}
        <a href={`${basePath}/docs`}>
          <Icon name="reference" />
          <span>API reference</span>
        </a>
        <span className="person">
          <Icon name="person" />
          <span className="cut">
            <Foreign text={session.data?.user.email ?? ''} />
          </span>
        </span>
      </nav>
    </aside>
  );
}

const Count = ({ of }: { of: AreaCount | undefined }) =>
  of && (
    <span className={of.needsPerson ? 'count need' : 'count'} title={of.label}>
      {of.text}
    </span>
  );
