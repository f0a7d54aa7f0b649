import './tag.css';
import type { ReactNode } from 'react';

/** A word about an object, such as its kind; in the colour of an outcome only where it is one. */
export const Tag = ({ tone, children }: { tone?: 'passed' | 'failed' | 'open' | 'warn'; children: ReactNode }) => (
  <span className={`tag${tone ? ` ${tone}` : ''}`}>{children}</span>
);
