import { Page } from '../../components/page/page.tsx';

/** The launch of a suite, as a sheet over its page. */
export const LaunchScreen = () => (
  <Page
    title="The launch of a suite, as a sheet over its page."
    crumbs={[{ text: 'The launch of a suite, as a sheet over its page.' }]}
  >
    <h1>The launch of a suite, as a sheet over its page.</h1>
  </Page>
);
