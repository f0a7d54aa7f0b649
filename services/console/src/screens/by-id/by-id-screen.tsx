import { useEffect } from 'react';
import { getRouteApi, notFound, rootRouteId } from '@tanstack/react-router';
import { ObjectPage } from '../../components/page/object-page.tsx';
import { useOpenPage } from '../../components/page/page-link.tsx';
import { useOperation } from '../../data/operations.ts';

const route = getRouteApi('/by-id/$id');

/** Leads to the page of any id. Operations: findObject. */
export function ByIdScreen() {
  const { id: objectId } = route.useParams();
  return (
    <ObjectPage of={useOperation('findObject', { objectId })} what="object">
      {({ path }) => <Redirect path={path} />}
    </ObjectPage>
  );
}

/** Takes the place of this address; an object without a page of its own leads to the page of missing objects. */
function Redirect({ path }: { path: string | undefined }) {
  const open = useOpenPage();
  // A thrown value of this kind is how the router is told that a page is missing.
  // oxlint-disable-next-line typescript/only-throw-error
  if (path === undefined) throw notFound({ routeId: rootRouteId });
  useEffect(() => open(path, 'replace'), [path]);
  return null;
}
