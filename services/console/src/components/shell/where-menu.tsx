import './where-menu.css';
import { Button, Header, Menu, MenuItem, MenuSection, MenuTrigger, Popover } from 'react-aria-components';
import { useNavigate } from '@tanstack/react-router';
import { client } from '../../data/client.ts';
import { useOperation } from '../../data/operations.ts';
import { queryClient } from '../../data/query-client.ts';
import { Foreign } from '../foreign/foreign.tsx';
import { Icon } from '../icon/icon.tsx';
import { showToast } from '../toast/toast-queue.ts';
import { useShownPlace } from './use-shown-place.ts';
import { BrandMark } from './brand-mark.tsx';

/** Where one is; its menu leads to another project or organization. Operations: getSession, listProjects, switchOrganization. */
export function WhereMenu() {
  const { project, projectId, organizationId: here } = useShownPlace();
  const navigate = useNavigate();
  const session = useOperation('getSession');
  const projects = useOperation('listProjects');
  const organizations = session.data?.organizations ?? [];
  const organization = organizations.find(({ id }) => id === here);
  const others = organizations.filter(({ id }) => id !== here);
  const enter = async (id: string): Promise<void> => {
    try {
      await client.switchOrganization({ organizationId: id });
      queryClient.clear();
      await navigate({ to: '/' });
    } catch (error) {
      showToast({ kind: 'failed', title: 'The organization was not changed', text: String(error) });
    }
  };
  return (
    <MenuTrigger>
      <Button className="where">
        <BrandMark />
        <span className="cut">
          <Foreign text={project?.name ?? organization?.name ?? ''} />
          <small>
            <Foreign text={project ? (organization?.name ?? '') : ''} />
          </small>
        </span>
        <span className="visually-hidden">: change the project</span>
        <span className="push faint">
          <Icon name="chevron-down" />
        </span>
        <span className="visually-hidden">, change the project</span>
      </Button>
      <Popover placement="bottom start" className="menu-place where-place">
        <Menu className="menu" aria-label="Projects and organizations">
          <MenuSection>
            <Header className="menu-head">Projects</Header>
            {(projects.data?.items ?? []).map(({ id, name }) => (
              <MenuItem
                key={id}
                className="item"
                textValue={name}
                onAction={() => void navigate({ to: '/p/$projectId', params: { projectId: id } })}
              >
                <span className="cut">
                  <Foreign text={name} />
                </span>
                {id === projectId && (
                  <span className="push">
                    <Icon name="tick" />
                  </span>
                )}
              </MenuItem>
            ))}
          </MenuSection>
          {others.length > 0 && (
            <MenuSection>
              <Header className="menu-head">Other organizations</Header>
              {others.map(({ id, name }) => (
                <MenuItem key={id} className="item" textValue={name} onAction={() => void enter(id)}>
                  <span className="cut">
                    <Foreign text={name} />
                  </span>
                </MenuItem>
              ))}
            </MenuSection>
          )}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
