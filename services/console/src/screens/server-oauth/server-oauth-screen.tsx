import { getRouteApi } from '@tanstack/react-router';
import { ObjectPage } from '../../components/page/object-page.tsx';
import { useOperation } from '../../data/operations.ts';
import { AccessTab } from './access-tab.tsx';

const route = getRouteApi('/shell/p/$projectId/servers/$serverId/oauth');

/** The access to a server, step by step. Operations: getProjectServer, and the operations of the tab. */
export function ServerOauthScreen() {
  const server = useOperation('getProjectServer', route.useParams());
  return (
    <ObjectPage of={server} what="server">
      {(data) => <AccessTab server={data} />}
    </ObjectPage>
  );
}
