import { chartNotes } from '../render-chart.ts';
import { withHelm } from './with-helm.ts';

withHelm('the notes after an installation', () => {
  test('forward the port of the Service where no address leads to the gateway', async () => {
    expect(await chartNotes(['service.port=8080'])).toContain('port-forward service/assay-gateway 4000:8080');
    expect(await chartNotes(['publicUrl=https://assay.example.org'])).not.toContain('port-forward');
  });

  test.each([
    ['env.TRUSTED_PROXIES=nearest'],
    ['defaults.env.TRUSTED_PROXIES=nearest'],
    ['services.gateway.env.TRUSTED_PROXIES=nearest'],
    ['services.gateway.env.TRUSTED_PROXIES_FILE=/proxies'],
    ['services.gateway.extraEnv[0].name=TRUSTED_PROXIES'],
  ])('ask for the proxies that are trusted, unless they are told by %s', async (setting) => {
    expect(await chartNotes(['ingress.enabled=true', setting])).not.toContain('TRUSTED_PROXIES');
  });

  test('ask for the proxies that are trusted behind an ingress alone', async () => {
    expect(await chartNotes(['ingress.enabled=true'])).toContain('TRUSTED_PROXIES');
    expect(await chartNotes([])).not.toContain('TRUSTED_PROXIES');
  });
});
