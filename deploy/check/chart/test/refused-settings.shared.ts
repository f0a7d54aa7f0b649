import { declaredSettings } from '../../docs/declared-settings.ts';
import { renderChart } from '../render-chart.ts';
import { manifests } from './rendered-manifests.ts';
import { withHelm } from './with-helm.ts';

/** Settings that the chart sets and that `env` may set to another text: nothing else in a pod follows from them. */
const OVERRIDABLE =
  /^(?:ASSAY_INIT_(?:ORG|PROJECT)|BROWSER_RUNNERS|DATABASE_POOL_SIZE|GATEWAY_URL|KAFKA_(?:BROKERS|SASL_MECHANISM|SASL_USERNAME|TLS)|NODE_EXTRA_CA_CERTS|OTEL_EXPORTER_OTLP_ENDPOINT|PGSSLMODE|PUBLIC_URL|\w+_FILE|(?!LISTEN_)[A-Z]+_ADDRESS)$/;

/** Helm's message for these settings. */
const refusalOf = (settings: string[]): Promise<string> =>
  renderChart('values.yaml', settings).then(
    () => '',
    (error: Error) => error.message,
  );

withHelm('settings of env', () => {
  test('are refused when they are declared as secrets, with the value to use instead', async () => {
    const secrets = (await declaredSettings()).filter(({ facts }) => facts.isSecret).map(({ name }) => name);
    const message = await refusalOf(secrets.map((name) => `env.${name}=x`));
    expect(secrets.filter((name) => !message.includes(`\nenv.${name}: a secret does not go into env`))).toEqual([]);
    expect(message).toContain('Use secrets.operator.');
    expect(message).toContain('Use secrets.mail.');
  });

  test('are refused at every level', async () => {
    const paths = ['env', 'defaults.env', 'services.gateway.env', 'browserRunner.env', 'migrations.env', 'test.env'];
    const message = await refusalOf(paths.flatMap((path) => [`${path}.OPERATOR_KEY=x`, `${path}.STOP_DELAY_MS=1`]));
    for (const path of paths) {
      expect(message).toContain(`\n${path}.OPERATOR_KEY: `);
      expect(message).toContain(`\n${path}.STOP_DELAY_MS: the chart sets it`);
    }
  });

  test('are refused when the chart sets them, apart from ones that nothing else follows from', async () => {
    const all = await manifests('values.yaml', [
      'kafka.brokers={kafka:9092}',
      'kafka.sasl.mechanism=plain',
      'kafka.sasl.username=assay',
      'kafka.tls.enabled=true',
      'meshTls.secret=own',
      'runnerEdge.enabled=true',
      'ingress.enabled=true',
      'telemetry.endpoint=http://collector:4318',
      'postgres.sslMode=disable',
      'caCertificates.secret=own',
      'browserRunner.enabled=true',
      'init.ownerEmail=owner@example.org',
      'env.LOG_LEVEL=null',
      'env.GRPC_REFLECTION=null',
      'env.EGRESS_ALLOW_PRIVATE=null',
      'services.catalog.env=null',
      'services.runner.env=null',
    ]);
    const set = all
      .filter(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name !== 'assay-test')
      .flatMap(({ data }) => Object.keys(data!));
    const owned = [...new Set(set)].filter((name) => !OVERRIDABLE.test(name)).sort();
    expect(owned.length).toBeGreaterThan(6);
    const message = await refusalOf(owned.map((name) => `env.${name}=1`));
    expect(owned.filter((name) => !message.includes(`\nenv.${name}: `))).toEqual([]);
  });
});
