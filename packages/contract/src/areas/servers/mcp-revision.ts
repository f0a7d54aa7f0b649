import { oneOf } from '../../schema.ts';

/** A revision of MCP that the platform speaks. */
export const McpRevision = (options: object = {}) =>
  oneOf(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'], options);
