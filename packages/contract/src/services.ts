/** A service of the mesh, with the facts that other parts of the installation need. */
interface Service {
  /** The services that it calls; they stand before it in the table. */
  calls: readonly string[];
  /** Whether it stores data: it then has a schema, a role of that name, and the bus. */
  hasDatabase: boolean;
  /** Whether it hands out work items to runners. */
  hasWork: boolean;
  /** Whether it stores transcripts. */
  hasTranscripts: boolean;
  /** Whether it stores insights. */
  hasInsights: boolean;
  /** Whether it mines findings from the signals of sessions. */
  hasFindings: boolean;
  /**
   * Its needs besides the mesh secret and its database: settings, `gateway` to request the installation's gateway, and
   * `outward` for connections out of the installation.
   */
  needs: readonly ('keyEncryption' | 'blobs' | 'gateway' | 'outward')[];
}

/**
 * Every service, declared once. The launcher, the gateway, the runner, the database roles and the test cluster read
 * this table; `npm run services` prints it into the chart, the compose file and the developer's Secret.
 */
export const services = {
  catalog: {
    calls: [],
    hasDatabase: true,
    hasWork: false,
    hasTranscripts: false,
    hasInsights: false,
    hasFindings: false,
    needs: ['keyEncryption', 'outward'],
  },
  diagnostics: {
    calls: ['catalog'],
    hasDatabase: true,
    hasWork: true,
    hasTranscripts: false,
    hasInsights: false,
    hasFindings: false,
    needs: ['keyEncryption', 'gateway', 'outward'],
  },
  environments: {
    calls: ['catalog'],
    hasDatabase: true,
    hasWork: true,
    hasTranscripts: true,
    hasInsights: true,
    hasFindings: true,
    needs: ['outward'],
  },
  suites: {
    calls: ['catalog', 'environments'],
    hasDatabase: true,
    hasWork: true,
    hasTranscripts: false,
    hasInsights: false,
    hasFindings: false,
    needs: [],
  },
  swarms: {
    calls: ['catalog', 'environments'],
    hasDatabase: true,
    hasWork: true,
    hasTranscripts: true,
    hasInsights: true,
    hasFindings: true,
    needs: [],
  },
  runs: {
    calls: ['catalog', 'diagnostics', 'environments', 'suites', 'swarms'],
    hasDatabase: true,
    hasWork: true,
    hasTranscripts: true,
    hasInsights: true,
    hasFindings: false,
    needs: ['blobs', 'outward'],
  },
} as const satisfies Record<string, Service>;

export type ServiceName = keyof typeof services;
export const serviceNames = Object.keys(services) as ServiceName[];

/** Makes something for each service. */
export const perService = <T>(make: (name: ServiceName) => T): Record<ServiceName, T> =>
  Object.fromEntries(serviceNames.map((name) => [name, make(name)])) as Record<ServiceName, T>;

export type AddressSetting = `${Uppercase<ServiceName>}_ADDRESS`;

/** The setting that tells a client of a service its address. */
export const addressSetting = (name: ServiceName): AddressSetting => `${name.toUpperCase()}_ADDRESS` as AddressSetting;
