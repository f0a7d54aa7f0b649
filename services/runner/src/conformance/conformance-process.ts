// The official suite's command line, as a process of its own. Its arguments come by the environment: everybody on the
// machine can list those of a process, and the address among them is open to whoever knows it.
// oxlint-disable-next-line node/no-process-env
process.argv.push(...(JSON.parse(process.env['CONFORMANCE_ARGUMENTS'] ?? '[]') as string[]));

// @ts-expect-error It comes without types.
await import('@modelcontextprotocol/conformance/dist/index.js');
