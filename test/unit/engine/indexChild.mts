// Indexes a folder and says how far it is. usage: node --import tsx indexChild.mts FOLDER STATE
import { openIndex } from './indexFixture.ts';

const [, , folder = '', state = ''] = process.argv;
const index = openIndex(folder, state);
await index.ready(undefined, ({ done }) => process.stdout.write(`${String(done)}\n`));
index.close();
