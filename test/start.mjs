// npm start: opens VS Code with this extension on a folder. Runs with nothing installed yet.
const [major] = process.versions.node.split('.').map(Number);
if (major < 20) {
  console.error(`Node 20 or later is needed; this is Node ${process.versions.node}.`);
  process.exit(1);
}
const { main } = await import('./start/main.mjs'); // only now: an older Node might not even load it
await main(process.argv.slice(2));
