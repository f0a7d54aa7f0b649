/** The mark of the product: a touchstone with the streak of a metal. */
export const BrandMark = () => (
  <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
    <path
      d="M3.2 6.4 8.3 2.2a2.7 2.7 0 0 1 3.4 0l5.1 4.2a2.7 2.7 0 0 1 .9 2.7l-1.5 6.3a2.7 2.7 0 0 1-2.6 2.1H6.4a2.7 2.7 0 0 1-2.6-2.1L2.3 9.1a2.7 2.7 0 0 1 .9-2.7z"
      fill="var(--ink)"
    />
    <path d="M5.8 13.3 13.9 6.6" stroke="var(--brand)" strokeWidth="2" strokeLinecap="round" />
  </svg>
);
