import { hash } from 'node:crypto';
import { clientTemplates, type CatalogClient, type ClientCatalog } from '@assay/contract/areas/clients/documents';
import { canonicalJson } from '@assay/contract/canonical';
import { given } from '@assay/contract/given';
import { CATALOG_VERSION, PUBLISHED_AT, templateConfig, templates } from './client-templates.ts';

/** The templates as the API tells them. */
export function clientCatalog(): ClientCatalog {
  const clientsById = Object.fromEntries(
    clientTemplates.map((id): [string, CatalogClient] => {
      const { label, provenance } = templates[id];
      const config = templateConfig(id);
      const { hostStyle, mcpProfile } = config;
      const rendersMcpApps = mcpProfile?.apps !== undefined;
      return [id, { id, label, provenance, rendersMcpApps, hostStyle, ...given({ mcpProfile }), config }];
    }),
  );
  return {
    schemaVersion: 1,
    version: CATALOG_VERSION,
    contentHash: hash('sha256', canonicalJson(clientsById)),
    publishedAt: PUBLISHED_AT,
    source: 'bundled',
    catalog: { clientsById },
  };
}
