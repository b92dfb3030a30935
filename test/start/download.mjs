// Prints the path of a downloaded VS Code. A process of its own, so that a download that hangs can be ended.
import { downloadAndUnzipVSCode, SilentReporter } from '@vscode/test-electron';

console.log(await downloadAndUnzipVSCode({ version: 'stable', cachePath: process.argv[2], reporter: new SilentReporter() }));
