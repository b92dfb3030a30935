import { parentPort } from 'node:worker_threads';
import { LocalEngine } from './engine/localEngine.ts';
import { serve } from './engine/rpc.ts';

if (parentPort === null) throw new Error('this file is started as a worker thread');
serve(parentPort, new LocalEngine());
