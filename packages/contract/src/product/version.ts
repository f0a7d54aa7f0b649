/** The version of the product, which it tells MCP servers and agents; `npm run release` sets it with every other number. */
export const VERSION = '0.2.0';
