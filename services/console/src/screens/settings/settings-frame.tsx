import './settings-frame.css';
import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';

/** A page of the settings beside the list of all of them. */
export const SettingsFrame = ({ organizationId, children }: { organizationId: string; children: ReactNode }) => (
  <div className="settings">
    <nav aria-label="Settings">
      <span className="small faint">Organization</span>
      <Link to="/o/$organizationId/settings/keys" params={{ organizationId }} activeOptions={{ includeSearch: false }}>
        Keys
      </Link>
    </nav>
    <div className="settings-page">{children}</div>
  </div>
);
