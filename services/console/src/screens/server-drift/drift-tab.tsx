import { Verdict } from '../../components/verdict/verdict.tsx';
import { ServerFrame } from '../server/server-frame.tsx';
import type { ServerTabProps } from '../server/server-tab.ts';

/** The tab Drift of a server. */
export const DriftTab = ({ server }: ServerTabProps) => (
  <ServerFrame server={server} tab="drift" head={<Verdict kind="pending" word="Drift" />}>
    {undefined}
  </ServerFrame>
);
