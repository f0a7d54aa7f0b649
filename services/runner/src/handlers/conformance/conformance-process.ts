// The command line of the official suite, in a process of its own. Its arguments come in an environment variable,
// because every user of the machine can list the arguments of a process, and the proxy serves every client that knows
// its address.
// oxlint-disable-next-line node/no-process-env
process.argv.push(...(JSON.parse(process.env['CONFORMANCE_ARGUMENTS'] ?? '[]') as string[]));

// @ts-expect-error It comes without types.
await import('@modelcontextprotocol/conformance/dist/index.js');
