import { Page } from '../../components/page/page.tsx';

/** Servers of registries, to be installed. */
export const RegistryScreen = () => (
  <Page title="Servers of registries, to be installed." crumbs={[{ text: 'Servers of registries, to be installed.' }]}>
    <h1>Servers of registries, to be installed.</h1>
  </Page>
);
