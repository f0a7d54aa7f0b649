type Theme = 'light' | 'dark';

const STORED = 'assay-theme';

const ofSystem = (): Theme => (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
const chosen = (): Theme | undefined => {
  const stored = localStorage.getItem(STORED);
  return stored === 'light' || stored === 'dark' ? stored : undefined;
};
const show = (theme: Theme): void => {
  document.documentElement.dataset['theme'] = theme;
};

/** Shows the theme that the reader chose in this browser, else the system's, also when the system changes. */
export function followTheme(): void {
  show(chosen() ?? ofSystem());
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
    show(chosen() ?? ofSystem());
  });
}

/** Changes to the other theme; the choice of the system's theme is not kept. */
export function switchTheme(): void {
  const other: Theme = document.documentElement.dataset['theme'] === 'dark' ? 'light' : 'dark';
  if (other === ofSystem()) localStorage.removeItem(STORED);
  else localStorage.setItem(STORED, other);
  show(other);
}
