import { Verdict } from '../../components/verdict/verdict.tsx';
import { ServerFrame } from '../server/server-frame.tsx';
import type { ServerTabProps } from '../server/server-tab.ts';

/** The tab Conformance of a server. */
export const ConformanceTab = ({ server }: ServerTabProps) => (
  <ServerFrame server={server} tab="conformance" head={<Verdict kind="pending" word="Conformance" />}>
    {undefined}
  </ServerFrame>
);
