import { Verdict } from '../../components/verdict/verdict.tsx';
import { ServerFrame } from '../server/server-frame.tsx';
import type { ServerTabProps } from '../server/server-tab.ts';

/** The tab Resources of a server. */
export const ResourcesTab = ({ server }: ServerTabProps) => (
  <ServerFrame server={server} tab="resources" head={<Verdict kind="pending" word="Resources" />}>
    {undefined}
  </ServerFrame>
);
