// npm test: every check and every suite, or those named. usage: node test/run.mjs [types|lint|unit|build|host|ui]... [--grep TEXT]
const [major] = process.versions.node.split('.').map(Number);
if (major < 20) {
  console.error(`Node 20 or later is needed; this is Node ${process.versions.node}.`);
  process.exit(1);
}
const { main } = await import('./run/main.mjs'); // only now: an older Node might not even load it
await main(process.argv.slice(2));
