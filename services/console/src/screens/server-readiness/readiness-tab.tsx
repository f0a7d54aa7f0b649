import { Verdict } from '../../components/verdict/verdict.tsx';
import { ServerFrame } from '../server/server-frame.tsx';
import type { ServerTabProps } from '../server/server-tab.ts';

/** The tab Readiness of a server. */
export const ReadinessTab = ({ server }: ServerTabProps) => (
  <ServerFrame server={server} tab="readiness" head={<Verdict kind="pending" word="Readiness" />}>
    {undefined}
  </ServerFrame>
);
