import type { ReactNode } from 'react';

/** A frame around the states of a component. */
export const Sample = ({ children }: { children: ReactNode }) => <div className="frame sample">{children}</div>;
