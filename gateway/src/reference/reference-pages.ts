import { escapeHtml } from '@assay/page/page';
import { operationSection, type PlacedOperation, type PrintedOperation } from './operation-section.ts';
import type { PrintedSchemas } from './schema-fields.ts';

interface PrintedApi {
  info: { description: string };
  paths: Record<string, Record<string, PrintedOperation> & { servers?: { url: string }[] }>;
  components: { schemas: PrintedSchemas };
}

/** The reference of the API as pages without scripts: one with all operations, and one per area. */
export class ReferencePages {
  readonly #print: () => object;
  readonly #base: string;
  #api: { areas: Map<string, PlacedOperation[]>; schemas: PrintedSchemas; about: string } | undefined;
  readonly #pages = new Map<string, string>();

  /** `print` prints the API; it is called when the reference is first read. `base` is the path of the installation. */
  constructor(print: () => object, base: string) {
    this.#print = print;
    this.#base = base;
  }

  /** The page of all operations by area. */
  index(): string {
    return this.#keep('', () => {
      const { areas, about } = this.#read();
      const lists = [...areas].map(([area, operations]) => {
        const items = operations.map(
          // Links into the former viewer of the reference ended in such a fragment.
          ({ operationId, summary, tags }) =>
            `<li id="/${escapeHtml(tags[0]!)}/${operationId}"><a href="${this.#base}/docs/${slugOf(area)}#${operationId}"><code>${operationId}</code></a> ${escapeHtml(summary)}</li>`,
        );
        return `<section><h2><a href="${this.#base}/docs/${slugOf(area)}">${escapeHtml(area)}</a></h2><ul>${items.join('')}</ul></section>`;
      });
      const paragraphs = about.split('\n\n').map((text) => `<p>${escapeHtml(text)}</p>`);
      return this.#page('API reference', `<h1>API reference</h1>${paragraphs.join('')}${lists.join('')}`);
    });
  }

  /** The page of an area by its name in an address; undefined when there is none. */
  area(slug: string): string | undefined {
    const { areas, schemas } = this.#read();
    const found = [...areas].find(([area]) => slugOf(area) === slug);
    if (!found) return undefined;
    const [area, operations] = found;
    return this.#keep(slug, () =>
      this.#page(
        area,
        `<h1>${escapeHtml(area)}</h1>${operations.map((operation) => operationSection(operation, schemas)).join('')}`,
        slug,
      ),
    );
  }

  #page(title: string, content: string, current?: string): string {
    const areas = [...this.#read().areas.keys()].map((area) => {
      const slug = slugOf(area);
      return `<a href="${this.#base}/docs/${slug}"${slug === current ? ' aria-current="page"' : ''}>${escapeHtml(area)}</a>`;
    });
    return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)} · Assay API</title><link rel="icon" href="${this.#base}/favicon.svg"><link rel="stylesheet" href="${this.#base}/docs/reference.css"></head><body><nav aria-label="Areas"><a href="${this.#base}/">Console</a><a href="${this.#base}/docs">All operations</a><a href="${this.#base}/api/v1/openapi.json">openapi.json</a><hr>${areas.join('')}</nav><main>${content}</main></body></html>`;
  }

  #read() {
    this.#api ??= byArea(this.#print() as PrintedApi);
    return this.#api;
  }

  #keep(key: string, print: () => string): string {
    const page = this.#pages.get(key) ?? print();
    this.#pages.set(key, page);
    return page;
  }
}

const slugOf = (area: string): string => area.toLowerCase().replaceAll(' ', '-');

function byArea({ info, paths, components }: PrintedApi) {
  const areas = new Map<string, PlacedOperation[]>();
  for (const [path, { servers, ...methods }] of Object.entries(paths))
    for (const [method, operation] of Object.entries(methods)) {
      const placed = { ...operation, method: method.toUpperCase(), path: servers ? path : `/api/v1${path}` };
      const area = areas.get(operation.tags[0]!);
      if (area) area.push(placed);
      else areas.set(operation.tags[0]!, [placed]);
    }
  const sorted = new Map([...areas].toSorted(([one], [other]) => one.localeCompare(other, 'en')));
  return { areas: sorted, schemas: components.schemas, about: info.description };
}
