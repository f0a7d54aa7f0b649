import { Verdict } from '../../components/verdict/verdict.tsx';
import { ServerFrame } from '../server/server-frame.tsx';
import type { ServerTabProps } from '../server/server-tab.ts';

/** The tab Lint of a server. */
export const LintTab = ({ server }: ServerTabProps) => (
  <ServerFrame server={server} tab="lint" head={<Verdict kind="pending" word="Lint" />}>
    {undefined}
  </ServerFrame>
);
