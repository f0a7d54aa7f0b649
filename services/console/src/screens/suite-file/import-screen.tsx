export const ImportScreen = () => <main />;
