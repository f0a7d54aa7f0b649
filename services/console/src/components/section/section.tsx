import type { ReactNode } from 'react';

/** A part of a page: its head, a word about it, what stands at the right, and its content. */
export const Section = ({
  title,
  about,
  aside,
  children,
  id,
}: {
  title: ReactNode;
  about?: ReactNode;
  aside?: ReactNode;
  children: ReactNode;
  id?: string;
}) => (
  <section className="section" id={id}>
    <header>
      <h2>{title}</h2>
      {about !== undefined && <span className="faint">{about}</span>}
      {aside !== undefined && <span className="push">{aside}</span>}
    </header>
    {children}
  </section>
);
