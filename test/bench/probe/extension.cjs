'use strict';
// BENCH ONLY. Active before every other extension: times how long the extension host's main thread spends on loading and activating ours.
const Module = require('node:module');

const bundle = /[\\/]dist[\\/]extension\.js$/;

exports.activate = () => {
  const load = Module._load;
  Module._load = function (request, ...rest) {
    if (!bundle.test(request) || globalThis.activationOfContextBroker) return load.call(this, request, ...rest);
    const loading = stopwatch();
    const loaded = load.call(this, request, ...rest);
    const times = { load: loading(), activate: { wall: 0, cpu: 0 } };
    globalThis.activationOfContextBroker = times;
    const activate = (context) => {
      const activating = stopwatch();
      const result = loaded.activate(context);
      times.activate = activating();
      return result;
    };
    return { ...loaded, activate };
  };
};

// Milliseconds by the clock, and of this thread's own work: at startup several processes share the machine.
function stopwatch() {
  const [started, used] = [performance.now(), process.threadCpuUsage()];
  return () => {
    const { user, system } = process.threadCpuUsage(used);
    return { wall: performance.now() - started, cpu: (user + system) / 1000 };
  };
}
