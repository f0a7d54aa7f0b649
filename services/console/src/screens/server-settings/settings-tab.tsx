import { Verdict } from '../../components/verdict/verdict.tsx';
import { ServerFrame } from '../server/server-frame.tsx';
import type { ServerTabProps } from '../server/server-tab.ts';

/** The tab Settings of a server. */
export const SettingsTab = ({ server }: ServerTabProps) => (
  <ServerFrame server={server} tab="settings" head={<Verdict kind="pending" word="Settings" />}>
    {undefined}
  </ServerFrame>
);
