import { Page } from '../../components/page/page.tsx';

/** Every component in each of its states. */
export const ComponentsScreen = () => (
  <Page title="Every component in each of its states." crumbs={[{ text: 'Every component in each of its states.' }]}>
    <h1>Every component in each of its states.</h1>
  </Page>
);
