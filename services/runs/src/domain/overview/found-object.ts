import type { FoundObject, ObjectKind } from '@assay/contract/areas/overview/search';
import { consolePages } from '@assay/contract/areas/overview/console-pages';
import { given } from '@assay/contract/given';

/** An object as its service finds it. An empty `parentKind` says that it belongs to no other. */
export interface FoundRow {
  kind: string;
  id: string;
  name: string;
  projectId: string;
  parentKind: string;
  parentId: string;
  parentName: string;
}

/** Where the console shows an object, by its kind; a kind without an entry has no page. */
const pages: Partial<Record<ObjectKind, (found: FoundRow) => string>> = {
  project: ({ id }) => consolePages.overview(id),
  server: ({ projectId, id }) => consolePages.server(projectId, id),
  tool: ({ projectId, parentId, id }) => consolePages.tool(projectId, parentId, id),
  suite: ({ projectId, id }) => consolePages.suite(projectId, id),
  case: ({ projectId, parentId, id }) => consolePages.case(projectId, parentId, id),
  authoringJob: ({ projectId, parentId }) => consolePages.suiteDrafts(projectId, parentId),
  run: ({ projectId, id }) => consolePages.run(projectId, id),
  runGroup: ({ projectId, id }) => consolePages.runGroup(projectId, id),
  iteration: ({ projectId, parentId, id }) => consolePages.iteration(projectId, parentId, id),
};

/** A found object as the API shows it, with its page. */
export function foundObject(found: FoundRow): FoundObject {
  const kind = found.kind as ObjectKind;
  const { id, name, projectId, parentKind, parentId, parentName } = found;
  return {
    kind,
    id,
    name,
    projectId,
    ...(parentKind !== '' && { parent: { kind: parentKind as ObjectKind, id: parentId, name: parentName } }),
    ...given({ path: pages[kind]?.(found) }),
  };
}
