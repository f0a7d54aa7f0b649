// The official suite's command line, as a process of its own.
import '@modelcontextprotocol/conformance/dist/index.js';
